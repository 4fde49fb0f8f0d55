import { Injectable } from '@nestjs/common';
import type { projectMessages, ProjectRecord, ReplyOf, RequestOf } from '@studiolo/contracts';
import { AppError, Inbox, isoTimes, runStatement } from '@studiolo/service-kit';
import type { RedisStreamsContext } from '@studiolo/transport';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { PROJECT_COLUMNS } from '../project-columns.js';

type Message = typeof projectMessages.createProject;

// The lock on the owner's row makes an account's deletion wait for this transaction, and this statement
// wait for one that has begun; it then sees the row as the deletion has left it.
const INSERT_PROJECT = {
  name: 'insert-project',
  text: `INSERT INTO projects (id, owner_id, title, client, contact, status, description)
         SELECT $1::uuid, owners.id, $3, $4, $5, $6, $7
           FROM owners WHERE owners.id = $2 AND deleted_at IS NULL FOR SHARE
         RETURNING ${PROJECT_COLUMNS}`,
  types: isoTimes,
};

const INSERT_OWNER = {
  name: 'insert-owner',
  text: 'INSERT INTO owners (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id',
};

@Injectable()
export class CreateProjectHandler {
  constructor(private readonly inbox: Inbox) {}

  /** @throws AppError UNAUTHENTICATED when the owner's account was deleted meanwhile */
  execute(request: RequestOf<Message>, context: RedisStreamsContext): Promise<ReplyOf<Message>> {
    return this.inbox.once(context, async (transaction) => {
      const project =
        (await insertProject(transaction, request)) ??
        (await insertFirstProject(transaction, request));
      if (!project) throw new AppError('UNAUTHENTICATED');
      return { project };
    });
  }
}

async function insertProject(
  transaction: EntityManager,
  { ownerId, fields }: RequestOf<Message>,
): Promise<ProjectRecord | undefined> {
  const { title, client, contact, status, description } = fields;
  const values = [uuidv7(), ownerId, title, client, contact, status, description];
  const [project] = await runStatement<ProjectRecord>(transaction, INSERT_PROJECT, values);
  return project;
}

/** Owners become known here with their first project. */
async function insertFirstProject(
  transaction: EntityManager,
  request: RequestOf<Message>,
): Promise<ProjectRecord | undefined> {
  await runStatement(transaction, INSERT_OWNER, [request.ownerId]);
  return insertProject(transaction, request);
}
