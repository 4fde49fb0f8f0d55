import { hash } from 'node:crypto';

import type { projectMessages, ProjectRecord, ReplyOf } from '@studiolo/contracts';

import { fieldKeys, recordKeys } from './project.entity.js';

type ProjectReply = ReplyOf<typeof projectMessages.getProject>;

/** What its owner sees of a project. */
export function replyOf(project: ProjectRecord): ProjectReply {
  const record = Object.fromEntries(recordKeys.map((key) => [key, project[key]]));
  return { project: record as ProjectRecord, revision: revisionOf(project) };
}

/** A digest of the fields an owner can edit: it changes with them, and with nothing else. */
function revisionOf(project: ProjectRecord): string {
  const fields = fieldKeys.map((key) => project[key]);
  return hash('sha256', JSON.stringify(fields), 'base64url');
}
