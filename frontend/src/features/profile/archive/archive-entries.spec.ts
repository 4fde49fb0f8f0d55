import { getProfileOperation, type Project } from '@studiolo/contracts';
import { http } from 'msw';

import type { ZipEntry } from '../../../lib/save-blob';
import { accept } from '../../../test/api';
import { answerProjects, makeFile, makeProject } from '../../../test/projects';
import { testUser } from '../../../test/render-app';
import { server } from '../../../test/server';
import { archiveEntries } from './archive-entries';

const wedding = makeProject({
  title: 'Elena: the "wedding"',
  client: '=HYPERLINK("x")',
  contact: '+49 30 1234',
  files: [makeFile('one.png'), makeFile('two.png'), makeFile('ONE.png')],
});
const other = makeProject({ title: 'Elena / the "wedding"', files: [makeFile('one.png')] });

/** Packs projects; each download is answered by the next of the responses, and with success after the last. */
async function pack(projects: Project[], responses: Response[] = []) {
  accept(getProfileOperation, { user: testUser });
  answerProjects(projects);
  server.use(
    http.get(
      'http://localhost:3000/api/download/:project/:file',
      () => responses.shift() ?? new Response('bytes'),
    ),
  );
  const progress: string[] = [];
  const entries: ZipEntry[] = [];
  const packing = archiveEntries((done, total) => progress.push(`${done}/${total}`));
  for await (const entry of packing) entries.push(entry);
  const text = (name: string) => entries.find((entry) => entry.name === name)?.input as string;
  return { names: entries.map(({ name }) => name), text, progress };
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

it('lists the files that were deleted meanwhile', async () => {
  const gone = new Response('{"error":"File not found"}', { status: 404 });
  const { names, text } = await pack([wedding, other], [new Response('bytes'), gone]);
  expect(names.filter((name) => name.startsWith('files/'))).toHaveLength(3);
  expect(text('missing.txt')).toBe('files/Elena the wedding/two.png');
});
