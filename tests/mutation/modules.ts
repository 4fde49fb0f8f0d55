/** Rules whose tests are tested: Stryker changes the sources, and a test of the specs has to fail. */
export interface MutatedModule {
  name: string;
  /** The jest project of the specs. */
  project: 'unit' | 'frontend';
  /** Sources to change. */
  mutate: string[];
  /** What jest looks for specs in. */
  specs: string[];
}

const uploads = 'frontend/src/features/files';
const projects = 'frontend/src/features/projects';

export const modules: MutatedModule[] = [
  {
    name: 'contracts',
    project: 'unit',
    mutate: ['fields', 'project', 'page-answer', 'searchable', 'format-size']
      .map((name) => `libs/contracts/src/${name}.ts`)
      .concat('libs/contracts/src/filenames/{display-name,file-kind,shorten}.ts'),
    specs: ['libs/contracts/src/**/*.spec.ts'],
  },
  {
    name: 'free names',
    project: 'unit',
    mutate: ['services/storage/src/filenames/free-names.ts'],
    specs: ['services/storage/src/filenames/*.spec.ts'],
  },
  {
    name: 'quota',
    project: 'unit',
    mutate: ['services/storage/src/quota/space.ts'],
    specs: ['services/storage/src/quota/*.spec.ts'],
  },
  {
    name: 'admission',
    project: 'unit',
    mutate: ['gateway/src/admission/{request-queue,user-queues}.ts'],
    specs: ['gateway/src/admission/*.spec.ts'],
  },
  {
    name: 'upload queue',
    project: 'frontend',
    mutate: [`${uploads}/{upload-queue,upload-failure,upload-refusal,upload-item}.ts`],
    specs: [`${uploads}/{upload-queue,upload-refusal}.spec.ts`, `${uploads}/page-uploads.spec.tsx`],
  },
  {
    name: 'conflict',
    project: 'frontend',
    mutate: [`${projects}/conflict.ts`],
    specs: [`${projects}/conflict.spec.ts`],
  },
];
