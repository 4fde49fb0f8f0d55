import { openAsBlob } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { ProjectFields } from '@studiolo/contracts';
import type { Api } from '@studiolo/testing/api';

const PICTURES = join(import.meta.dirname, '../../../infra/demo/files');
const FILES_PER_UPLOAD = 20;

/** A wedding whose words are written from the right. */
export const RIGHT_TO_LEFT: Partial<ProjectFields> = {
  title: 'חתונה בגן הישן',
  client: 'יעל ודוד כהן',
  contact: '+972 3 555 0142',
  description:
    'حفل الزفاف في الحديقة القديمة: اللقاء الأول، المراسم، ثم الحفلة في ضوء المساء (Leica M11).',
};

/** Pictures of the demonstration under names of their own. */
async function pictures(count: number, nameOf: (number: number) => string): Promise<File[]> {
  const found = (await readdir(PICTURES)).filter((name) => /\.(?:jpg|webp)$/.test(name)).sort();
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const name = found[index % found.length] ?? '';
      const type = name.slice(name.lastIndexOf('.'));
      return new File([await openAsBlob(join(PICTURES, name))], nameOf(index + 1) + type);
    }),
  );
}

/** Makes a project with so many pictures; returns its id. */
export async function makeProject(
  api: Api,
  fields: Partial<ProjectFields>,
  count: number,
  nameOf = (number: number) => `IMG_${4120 + number}`,
): Promise<string> {
  const id = await api.newProject({ title: 'Assignment', client: 'Meridian', ...fields });
  const files = await pictures(count, nameOf);
  for (let from = 0; from < count; from += FILES_PER_UPLOAD) {
    const { status, body } = await api.upload(id, files.slice(from, from + FILES_PER_UPLOAD));
    if (status !== 201) throw new Error(`The upload answered ${status}: ${String(body.error)}`);
  }
  return id;
}
