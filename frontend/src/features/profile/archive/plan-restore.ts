import type { StoredFile } from '@studiolo/contracts';

import type { Project } from '../../../lib/api/answers';
import { fieldNames } from '../../../lib/projects/project-fields';
import type { ArchivedFile, ArchivedProject } from './read-archive';

/** What the account holds, and what it may hold. */
export interface Account {
  projects: readonly Project[];
  roomBytes: number;
  maxFileBytes: number;
}

export interface PlannedProject {
  archived: ArchivedProject;
  /** Null when the project has to be created. */
  existing: Project | null;
  files: readonly ArchivedFile[];
}

/** What an account lacks of an archive. Empty when it holds all of it, so it is also the comparison at the end. */
export interface RestorePlan {
  projects: readonly PlannedProject[];
  /** Files that are larger than the limit or than the storage left. */
  tooLarge: readonly ArchivedFile[];
  /** Files that are not in the archive itself. */
  notArchived: readonly ArchivedFile[];
  /** How many files of the archive the account holds. */
  filesHere: number;
}

/** Removes the first that fits from the list, and returns it. */
function take<Item>(list: Item[], fits: (item: Item) => boolean): Item | null {
  const at = list.findIndex(fits);
  return at === -1 ? null : (list.splice(at, 1)[0] ?? null);
}

/** By the hash where both have one, otherwise by the size. */
const hasSameBytes = (archived: ArchivedFile, { sha256, size }: StoredFile) =>
  archived.sha256 && sha256 ? archived.sha256 === sha256 : archived.size === size;

/** The files that a project lacks. A file of the same bytes that was given another name is here, too. */
function lackedFiles(archived: readonly ArchivedFile[], stored: readonly StoredFile[]) {
  const left = [...stored];
  const unnamed = archived.filter(
    (file) => !take(left, (one) => one.filename === file.filename && hasSameBytes(file, one)),
  );
  return unnamed.filter(
    (file) => !(file.sha256 && take(left, ({ sha256 }) => sha256 === file.sha256)),
  );
}

/** The part of the files of both that both have; 1 when they have the same. */
function likeness(archived: ArchivedProject, { files }: Project): number {
  const here = archived.files.length - lackedFiles(archived.files, files).length;
  const all = archived.files.length + files.length - here;
  return all === 0 ? 1 : here / all;
}

const fieldsOf = (project: ArchivedProject | Project) =>
  JSON.stringify(fieldNames.map((name) => project[name] ?? ''));

/** Finds each archived project: by its id, whatever was changed since, or else by its fields, the likest first. */
function findProjects(archive: readonly ArchivedProject[], projects: readonly Project[]) {
  const byId = new Map(projects.map((project) => [project.id, project]));
  const found = new Map<ArchivedProject, Project>();
  const taken = new Set<Project>();
  const find = (archived: ArchivedProject, project: Project) => {
    if (found.has(archived) || taken.has(project)) return;
    found.set(archived, project);
    taken.add(project);
  };
  for (const archived of archive) {
    const project = byId.get(archived.id);
    if (project) find(archived, project);
  }
  const keyed = projects.map((project) => ({ project, fields: fieldsOf(project) }));
  const candidates = archive.flatMap((archived) => {
    const wanted = fieldsOf(archived);
    return keyed.flatMap(({ project, fields }) =>
      fields === wanted ? [{ archived, project }] : [],
    );
  });
  const likest = candidates
    .map((pair) => ({ ...pair, likeness: likeness(pair.archived, pair.project) }))
    .sort((one, other) => other.likeness - one.likeness);
  for (const { archived, project } of likest) find(archived, project);
  return found;
}

/** Tells what has to be created so that an account holds all of an archive, in the order of the archive. */
export function planRestore(archive: readonly ArchivedProject[], account: Account): RestorePlan {
  const tooLarge: ArchivedFile[] = [];
  const notArchived: ArchivedFile[] = [];
  let { roomBytes } = account;
  const fits = (file: ArchivedFile) => {
    if (file.read === null) notArchived.push(file);
    else if (file.size > Math.min(roomBytes, account.maxFileBytes)) tooLarge.push(file);
    else {
      roomBytes -= file.size;
      return true;
    }
    return false;
  };
  let filesHere = 0;
  const found = findProjects(archive, account.projects);
  const planned = archive.map((archived) => {
    const existing = found.get(archived) ?? null;
    const lacked = lackedFiles(archived.files, existing?.files ?? []);
    filesHere += archived.files.length - lacked.length;
    return { archived, existing, files: lacked.filter(fits) };
  });
  const projects = planned.filter(({ existing, files }) => !existing || files.length > 0);
  return { projects, tooLarge, notArchived, filesHere };
}
