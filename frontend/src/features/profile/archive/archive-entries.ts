import { cut, getProfileOperation } from '@studiolo/contracts';

import type { Project } from '../../../lib/api/answers';
import { call } from '../../../lib/api/client';
import { isRefusedFor } from '../../../lib/api/errors';
import { fetchWhatIsLeft } from '../../../lib/files/fetch-file';
import { PortableNames } from '../../../lib/files/portable-name';
import { checksumLine, type ZipEntry } from '../../../lib/files/save-blob';
import { fieldNames } from '../../../lib/projects/project-fields';
import { allProjects } from '../../../lib/projects/project-lists';
import { csv } from './csv';

const ABOUT = `Everything that Studiolo keeps for you.

profile.json    who you are
projects.json   your projects with the list of their files, as they are; the profile page brings them back from it
projects.csv    the same for a spreadsheet
files/          the files, in one folder for each project
checksums.sha256  what "sha256sum -c checksums.sha256" compares them with
missing.txt     files that were deleted while this archive was made, if there were any
damaged.txt     files that were damaged, if there were any
damaged/        what was left of them
`;

/** Windows opens no path of more than 260 characters, and most of them belong to the file's name. */
const FOLDER_MAX_LENGTH = 80;

interface Packed {
  project: Project;
  folder: string;
  /** The files of the project, each with the name of its entry. */
  files: (Project['files'][number] & { path: string })[];
}

function packed(projects: readonly Project[]): Packed[] {
  const folders = new PortableNames();
  return projects.map((project) => {
    const folder = `files/${folders.add(cut(project.title, FOLDER_MAX_LENGTH), 'project')}`;
    const names = new PortableNames();
    const pathOf = (filename: string) => `${folder}/${names.add(filename, 'file')}`;
    const files = project.files.map((file) => ({ ...file, path: pathOf(file.filename) }));
    return { project, folder, files };
  });
}

function table(all: readonly Packed[]): string {
  const head = [...fieldNames, 'created_at', 'files', 'folder'];
  const rows = all.map(({ project, folder }) => [
    ...fieldNames.map((name) => project[name]),
    project.created_at,
    project.files.length,
    project.files.length > 0 ? folder : '',
  ]);
  return csv([head, ...rows]);
}

/** The bytes of a file, or what is left of them; null when it was deleted meanwhile. */
async function bytesOf(projectId: string, filename: string) {
  try {
    return await fetchWhatIsLeft({ projectId, filename });
  } catch (error) {
    if (isRefusedFor(error, ['FILE_NOT_FOUND'], 404)) return null;
    throw error;
  }
}

interface Watcher {
  onProgress: (done: number, total: number) => void;
  /** Called with the number of damaged files, of which the archive holds what is left. */
  onDamaged: (count: number) => void;
}

/** The content of an archive of one account, with one file in memory at a time. */
export async function* archiveEntries({
  onProgress,
  onDamaged,
}: Watcher): AsyncGenerator<ZipEntry> {
  const lastModified = new Date();
  const entry = (name: string, input: string) => ({ name, lastModified, input });
  const { user } = await call(getProfileOperation, {});
  const all = packed(await allProjects({ search: '', status: '' }));
  const projects = all.map(({ project, files }) => ({ ...project, files }));
  yield entry('about.txt', ABOUT);
  yield entry('profile.json', JSON.stringify(user, null, 2));
  yield entry('projects.json', JSON.stringify(projects, null, 2));
  yield entry('projects.csv', table(all));
  const files = projects.flatMap(({ id, files: own }) => own.map((file) => ({ id, file })));
  const missing: string[] = [];
  const damaged: string[] = [];
  const checksums: string[] = [];
  for (const [index, { id, file }] of files.entries()) {
    onProgress(index, files.length);
    const { filename, path, sha256, created_at: createdAt } = file;
    const { bytes: input = null, isDamaged = false } = (await bytesOf(id, filename)) ?? {};
    // Under another path, so that nobody takes it for the file, and it is not brought back as one.
    const name = isDamaged ? `damaged/${path}` : path;
    if (input) yield { name, lastModified: new Date(createdAt || lastModified), input };
    if (isDamaged) damaged.push(path);
    else if (!input) missing.push(path);
    else if (sha256) checksums.push(checksumLine(sha256, path));
  }
  if (checksums.length > 0) yield entry('checksums.sha256', checksums.join(''));
  if (missing.length > 0) yield entry('missing.txt', missing.join('\r\n'));
  if (damaged.length > 0) yield entry('damaged.txt', damaged.join('\r\n'));
  onDamaged(damaged.length);
}
