import { ApiError } from '../../../lib/api/errors';
import { makeFile, makeProject } from '../../../test/projects';
import { testUser } from '../../../test/render-app';
import { archiveEntries, type ArchiveEntry, type ArchiveSource } from './archive-entries';

const wedding = makeProject({
  title: 'Elena: the "wedding"',
  client: '=HYPERLINK("x")',
  contact: '+49 30 1234',
  files: [makeFile('one.png'), makeFile('two.png')],
});
const other = makeProject({ title: 'Elena / the "wedding"', files: [makeFile('one.png')] });

const source: ArchiveSource = {
  profile: () => Promise.resolve(testUser),
  projects: () => Promise.resolve([wedding, other, makeProject({ title: '..' })]),
  file: (projectId, filename) => Promise.resolve(new Blob([`${projectId}/${filename}`])),
};

async function pack(from: ArchiveSource, attempt = <R>(step: () => Promise<R>) => step()) {
  const progress: string[] = [];
  const entries: ArchiveEntry[] = [];
  const onProgress = (done: number, total: number) => progress.push(`${done}/${total}`);
  for await (const entry of archiveEntries(from, { attempt, onProgress })) entries.push(entry);
  const text = (name: string) => entries.find((entry) => entry.name === name)?.input as string;
  return { names: entries.map(({ name }) => name), text, progress };
}

it('holds the profile, the projects and every file in the folder of its project', async () => {
  const { names, text, progress } = await pack(source);
  expect(names).toEqual([
    'about.txt',
    'profile.json',
    'projects.json',
    'projects.csv',
    'files/Elena the wedding/one.png',
    'files/Elena the wedding/two.png',
    'files/Elena the wedding (2)/one.png',
  ]);
  expect(JSON.parse(text('profile.json'))).toEqual(testUser);
  expect(JSON.parse(text('projects.json'))).toHaveLength(3);
  expect(progress).toEqual(['0/3', '1/3', '2/3', '3/3']);
});

it('writes formulas into the table as text, so that no spreadsheet runs them', async () => {
  const { text } = await pack(source);
  expect(text('projects.csv').split('\r\n')[1]).toMatch(
    /^"Elena: the ""wedding""","'=HYPERLINK\(""x""\)","'\+49 30 1234","todo","",/,
  );
});

it('keeps files apart whose names differ only in what file systems ignore', async () => {
  const files = ['a?.txt', 'a*.txt', 'DSC_1.txt', 'dsc_1.TXT'].map((name) => makeFile(name));
  const { names } = await pack({
    ...source,
    projects: () => Promise.resolve([makeProject({ title: 'One', files })]),
  });
  expect(names.slice(4)).toEqual([
    'files/One/a .txt',
    'files/One/a  (2).txt',
    'files/One/DSC_1.txt',
    'files/One/dsc_1 (2).TXT',
  ]);
});

it('continues after a failure and lists the files that were deleted meanwhile', async () => {
  let failures = 0;
  const attempt = async <R>(step: () => Promise<R>): Promise<R> => {
    try {
      return await step();
    } catch {
      failures += 1;
      return step();
    }
  };
  let tries = 0;
  const { names, text } = await pack(
    {
      ...source,
      file: (projectId, filename) => {
        tries += 1;
        if (tries === 2) return Promise.reject(new Error('cut'));
        if (projectId === other.id) return Promise.reject(new ApiError(404, 'gone', {}));
        return source.file(projectId, filename);
      },
    },
    attempt,
  );
  expect(failures).toBe(1);
  expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(2);
  expect(text('missing.txt')).toBe('files/Elena the wedding (2)/one.png');
});
