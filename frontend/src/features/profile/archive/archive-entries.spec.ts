import { downloadOperation, getProfileOperation, type Project } from '@studiolo/contracts';

import type { ZipEntry } from '../../../lib/files/save-blob';
import { accept, type Answer, answer } from '../../../test/api';
import { answerProjects, makeFile, makeProject } from '../../../test/projects';
import { testUser } from '../../../test/render-app';
import { archiveEntries } from './archive-entries';

// The list is read newest first.
const other = makeProject({ title: 'Elena / the "wedding"', files: [makeFile('one.png')] });
const wedding = makeProject({
  title: 'Elena: the "wedding"',
  client: '=HYPERLINK("x")',
  contact: '+49 30 1234',
  files: [makeFile('one.png'), makeFile('two.png'), makeFile('ONE.png')],
});
const BYTES = { status: 200, body: 'bytes' };

/** Packs projects; each download gets the next of the answers, and bytes after the last. */
async function pack(projects: Project[], answers: Answer[] = []) {
  accept(getProfileOperation, { user: testUser });
  answerProjects(projects);
  answer(downloadOperation, () => Promise.resolve(answers.shift() ?? BYTES));
  const progress: string[] = [];
  const entries: ZipEntry[] = [];
  let damaged = 0;
  const packing = archiveEntries({
    onProgress: (done, total) => progress.push(`${done}/${total}`),
    onDamaged: (count) => (damaged = count),
  });
  for await (const entry of packing) entries.push(entry);
  const text = (name: string) => entries.find((entry) => entry.name === name)?.input as string;
  return { names: entries.map(({ name }) => name), text, progress, damaged };
}

it('holds the profile, the projects and every file under a name of its own in the folder of its project', async () => {
  const { names, text, progress } = await pack([wedding, other, makeProject({ title: '..' })]);
  expect(names).toEqual([
    'about.txt',
    'profile.json',
    'projects.json',
    'projects.csv',
    'files/Elena the wedding/one.png',
    'files/Elena the wedding/two.png',
    'files/Elena the wedding/ONE (2).png',
    'files/Elena the wedding (2)/one.png',
  ]);
  expect(JSON.parse(text('profile.json'))).toEqual(testUser);
  expect(JSON.parse(text('projects.json'))).toHaveLength(3);
  expect(progress).toEqual(['0/4', '1/4', '2/4', '3/4']);
});

it('writes formulas into the table as text, so that no spreadsheet runs them', async () => {
  const { text } = await pack([wedding]);
  expect(text('projects.csv').split('\r\n')[1]).toMatch(
    /^"Elena: the ""wedding""","'=HYPERLINK\(""x""\)","'\+49 30 1234","todo","",/,
  );
});

it('ends with the SHA-256 of each file, as sha256sum reads it', async () => {
  const sha256 = 'ab'.repeat(32);
  const project = makeProject({ title: 'Elena', files: [{ ...makeFile('one.png'), sha256 }] });
  const { names, text } = await pack([project]);
  expect(names.at(-1)).toBe('checksums.sha256');
  expect(text('checksums.sha256')).toBe(`${sha256}  files/Elena/one.png\n`);
});

it('lists the files that were deleted meanwhile', async () => {
  const gone = { status: 404, body: { error: 'File not found' } };
  const { names, text } = await pack([wedding, other], [BYTES, gone]);
  expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(3);
  expect(text('missing.txt')).toBe('files/Elena the wedding/two.png');
});

it('holds what is left of damaged files apart, lists them, and leaves them out of the checksums', async () => {
  const sha256 = 'ab'.repeat(32);
  const names = ['cut.png', 'missing.png', 'whole.png'];
  const files = names.map((name) => ({ ...makeFile(name), sha256 }));
  const refused = { status: 500, body: { error: 'Damaged', code: 'FILE_DAMAGED' } };
  const answers = [refused, BYTES, refused, refused];
  const {
    names: entries,
    text,
    damaged,
  } = await pack([makeProject({ title: 'Elena', files })], answers);
  expect(entries.slice(4)).toEqual([
    'damaged/files/Elena/cut.png',
    'files/Elena/whole.png',
    'checksums.sha256',
    'damaged.txt',
  ]);
  expect(text('damaged.txt')).toBe('files/Elena/cut.png\r\nfiles/Elena/missing.png');
  expect(text('checksums.sha256')).toBe(`${sha256}  files/Elena/whole.png\n`);
  expect(damaged).toBe(2);
});
