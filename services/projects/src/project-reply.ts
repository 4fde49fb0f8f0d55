import { createHash } from 'node:crypto';

import type { projectMessages, ProjectRecord, ReplyOf } from '@studiolo/contracts';
import { AppError, readRows, rowsOf } from '@studiolo/service-kit';
import type { DataSource } from 'typeorm';

import { fieldKeys, ProjectEntity, recordKeys } from './project.entity.js';

type ProjectReply = ReplyOf<typeof projectMessages.getProject>;

const SELECT_PROJECT = rowsOf(ProjectEntity, recordKeys, (columns) => ({
  name: 'select-project',
  text: `SELECT ${columns} FROM projects WHERE id = $1 AND user_id = $2`,
}));

/** @throws AppError PROJECT_NOT_FOUND, for somebody else's project too */
export async function readProject(
  dataSource: DataSource,
  projectId: string,
  userId: string,
): Promise<ProjectReply> {
  const [project] = await readRows(dataSource, SELECT_PROJECT, [projectId, userId]);
  if (!project) throw new AppError('PROJECT_NOT_FOUND');
  return replyOf(project);
}

/** What its owner sees of a project. */
export function replyOf(project: ProjectRecord): ProjectReply {
  const record = Object.fromEntries(recordKeys.map((key) => [key, project[key]]));
  return { project: record as ProjectRecord, revision: revisionOf(project) };
}

/** A digest of the fields an owner can edit: it changes with them, and with nothing else. */
function revisionOf(project: ProjectRecord): string {
  const fields = fieldKeys.map((key) => project[key]);
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url');
}
