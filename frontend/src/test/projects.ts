import {
  listProjectsOperation,
  type Project,
  type StorageUsage,
  storageUsageOperation,
  type StoredFile,
  summarizeProjectsOperation,
  summaryOf,
} from '@studiolo/contracts';

import { countByStatus } from '../lib/projects/project-lists';
import { accept } from './api';

let lastProject = 0;

/** A project with a new id, created later than the previous one. */
export function makeProject(fields: Partial<Project> = {}): Project {
  lastProject += 1;
  const at = new Date(Date.UTC(2026, 10, 1, 12, lastProject)).toISOString();
  return {
    id: `01930000-0000-7000-8000-${String(lastProject).padStart(12, '0')}`,
    title: `Project ${lastProject}`,
    client: 'Client',
    contact: null,
    status: 'todo',
    description: null,
    created_at: at,
    updated_at: at,
    files: [],
    ...fields,
  };
}

export function makeFile(filename: string, size = 1024, contentType = 'image/png'): StoredFile {
  const at = '2026-11-02T08:00:00.000Z';
  return { filename, size, sha256: null, damage: null, content_type: contentType, created_at: at };
}

/** A picture that the user picks or drops. */
export function picture(name: string, size = 3): File {
  const file = new File(['x'], name, { type: 'image/png' });
  return Object.defineProperty(file, 'size', { value: size });
}

/** Answers every request for the list and the counts with these projects. */
export function answerProjects(projects: readonly Project[]) {
  accept(summarizeProjectsOperation, summaryOf(countByStatus(projects)));
  return accept(listProjectsOperation, { projects, next_cursor: null });
}

export function makeUsage(fields: Partial<StorageUsage> = {}): StorageUsage {
  return {
    total_storage_bytes: 0,
    total_storage_mb: 0,
    total_files: 0,
    projects: [],
    quota_bytes: 5 * 1024 * 1024,
    max_file_bytes: 5 * 1024 * 1024,
    ...fields,
  };
}

export function answerUsage(fields: Partial<StorageUsage> = {}) {
  return accept(storageUsageOperation, makeUsage(fields));
}
