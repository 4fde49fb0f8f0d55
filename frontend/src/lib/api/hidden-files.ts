import { type StorageUsage, toMegabytes } from '@studiolo/contracts';

import type { Project } from './answers';

export interface FileAddress {
  projectId: string;
  filename: string;
}

export interface FileToDelete extends FileAddress {
  /** In bytes. */
  size: number;
}

/** Files that pages show as deleted although the server may still have them. */
const hidden = new Set<FileToDelete>();

export function hide(files: readonly FileToDelete[]): void {
  for (const file of files) hidden.add(file);
}

export function unhide(files: readonly FileToDelete[]): void {
  for (const file of files) hidden.delete(file);
}

export function projectWithout<Shown extends Project>(
  project: Shown,
  gone: Iterable<FileToDelete> = hidden,
): Shown {
  const names = new Set<string>();
  for (const { projectId, filename } of gone) if (projectId === project.id) names.add(filename);
  if (names.size === 0) return project;
  return { ...project, files: project.files.filter(({ filename }) => !names.has(filename)) };
}

export function usageWithout(
  usage: StorageUsage,
  gone: Iterable<FileToDelete> = hidden,
): StorageUsage {
  let { total_storage_bytes: bytes, total_files: files } = usage;
  const projects = new Map(usage.projects.map((project) => [project.project_id, project]));
  for (const { projectId, size } of gone) {
    bytes = Math.max(0, bytes - size);
    files = Math.max(0, files - 1);
    const of = projects.get(projectId);
    if (!of) continue;
    const rest = { file_count: of.file_count - 1, total_size: of.total_size - size };
    if (rest.file_count > 0) projects.set(projectId, { ...of, ...rest });
    else projects.delete(projectId);
  }
  return {
    ...usage,
    total_storage_bytes: bytes,
    total_storage_mb: toMegabytes(bytes),
    total_files: files,
    projects: [...projects.values()],
  };
}
