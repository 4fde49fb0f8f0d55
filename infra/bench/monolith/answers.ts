import type { Project as ProjectAnswer, StoredFile } from '@studiolo/contracts';
import type { Project, StoredFileEntity } from './entities.js';

export const toStoredFile = (file: StoredFileEntity): StoredFile => ({
  filename: file.filename,
  size: file.size,
  content_type: file.contentType,
  created_at: file.createdAt.toISOString(),
});

export const toProject = (project: Project, files: StoredFileEntity[]): ProjectAnswer => ({
  id: project.id,
  title: project.title,
  client: project.client,
  contact: project.contact,
  status: project.status,
  description: project.description,
  created_at: project.createdAt.toISOString(),
  updated_at: project.updatedAt.toISOString(),
  files: files.map(toStoredFile),
});
