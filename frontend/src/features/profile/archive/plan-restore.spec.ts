import fc from 'fast-check';

import { makeFile, makeProject } from '../../../test/projects';
import { type Account, planRestore } from './plan-restore';
import type { ArchivedFile, ArchivedProject } from './read-archive';

const HASHES = ['a', 'b', 'c'].map((letter) => letter.repeat(64));
const file = fc.record({
  filename: fc.constantFrom('one.png', 'two.png', 'ONE.png'),
  size: fc.integer({ min: 1, max: 40 }),
  sha256: fc.option(fc.constantFrom(...HASHES)),
});
const project = fc.record({
  title: fc.constantFrom('Wedding', 'Harbour'),
  contact: fc.constantFrom(null, 'ada@example.com'),
  // Names are unique in a project.
  files: fc.uniqueArray(file, { selector: ({ filename }) => filename }),
});
const projects = fc.array(project, { maxLength: 5 }).map((all) =>
  all.map(({ files, ...fields }) =>
    makeProject({
      ...fields,
      files: files.map((one) => ({ ...makeFile(one.filename, one.size), sha256: one.sha256 })),
    }),
  ),
);
type Projects = ReturnType<typeof makeProject>[];

function archiveOf(all: Projects): ArchivedProject[] {
  const archived = (file: Projects[number]['files'][number]): ArchivedFile => ({
    ...file,
    path: `files/${file.filename}`,
    read: () => Promise.resolve(new Blob()),
  });
  return all.map((one) => ({ ...one, files: one.files.map(archived) }));
}

const account = (own: Projects, roomBytes = Infinity): Account => ({
  projects: own,
  roomBytes,
  maxFileBytes: Infinity,
});
/** The same projects as another account would hold them. */
const copied = (all: Projects) => all.map((one) => ({ ...one, id: makeProject().id })).reverse();
const filesIn = (all: readonly { files: readonly unknown[] }[]) =>
  all.reduce((sum, { files }) => sum + files.length, 0);

it('brings back nothing to the account that was archived, whatever was edited since', () => {
  fc.assert(
    fc.property(projects, (all) => {
      const edited = all.map((one) => ({ ...one, title: 'Edited' }));
      const plan = planRestore(archiveOf(all), account(edited));
      expect(plan).toMatchObject({ projects: [], filesHere: filesIn(all) });
    }),
  );
});

it('brings back nothing to an account that holds the same under other ids', () => {
  fc.assert(
    fc.property(projects, (all) => {
      expect(planRestore(archiveOf(all), account(copied(all))).projects).toEqual([]);
    }),
  );
});

it('brings back each project and file once, after an interruption at any file', () => {
  fc.assert(
    fc.property(projects, fc.nat(), fc.nat(), (all, projectCount, fileCount) => {
      const begun = copied(all.slice(0, projectCount % (all.length + 1)));
      // The copies are in reverse order: the first is the one that was interrupted.
      const [last] = begun;
      if (last) last.files = last.files.slice(0, fileCount % (last.files.length + 1));
      const plan = planRestore(archiveOf(all), account(begun));
      const created = plan.projects.filter(({ existing }) => existing === null);
      expect(created.length + begun.length).toBe(all.length);
      expect(filesIn(plan.projects) + filesIn(begun)).toBe(filesIn(all));
    }),
  );
});

it('never brings back more bytes than the storage holds, and names every file that it leaves out', () => {
  fc.assert(
    fc.property(projects, fc.nat(100), (all, roomBytes) => {
      const { projects: planned, tooLarge } = planRestore(archiveOf(all), account([], roomBytes));
      const sizes = planned.flatMap(({ files }) => files.map(({ size }) => size));
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(roomBytes);
      expect(sizes.length + tooLarge.length).toBe(filesIn(all));
    }),
  );
});

it('tells a file of the same name with other bytes from the archived one', () => {
  const [sha256, other] = HASHES as [string, string];
  const stored = makeProject({ files: [{ ...makeFile('one.png'), sha256: other }] });
  const archived = { ...stored, files: [{ ...makeFile('one.png'), sha256 }] };
  const plan = planRestore(archiveOf([archived]), account([stored]));
  expect(plan.projects).toMatchObject([{ existing: stored, files: [{ sha256 }] }]);
});

it('names the files that the archive itself lacks', () => {
  const [archived] = archiveOf([makeProject({ files: [makeFile('gone.png')] })]);
  const files = (archived?.files ?? []).map((one) => ({ ...one, read: null }));
  const plan = planRestore([{ ...makeProject(), files }], account([]));
  expect(plan.notArchived).toMatchObject([{ filename: 'gone.png' }]);
});
