import { Controller } from '@nestjs/common';
import {
  type PayloadOf,
  projectDeleted,
  projectMessages,
  type RequestOf,
  userDeleted,
} from '@studiolo/contracts';
import { AppError, HandleEvent, HandleMessage } from '@studiolo/service-kit';
import {
  columnsOf,
  execute,
  forgetUser,
  Inbox,
  insertingRow,
  readQuickly,
  readRows,
  recordChange,
  recordEvent,
  rowsOf,
} from '@studiolo/service-kit/database';
import { DataSource, type EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

import {
  fieldKeys,
  ProjectEntity,
  projectRowSchema,
  replyOf,
  searchTextOf,
} from './project.entity.js';

type Messages = typeof projectMessages;

const SELECT_PROJECT = rowsOf(ProjectEntity, projectRowSchema, (columns) => ({
  name: 'select-project',
  text: `SELECT ${columns} FROM projects WHERE user_id = $1 AND id = $2`,
}));

const LOCK_PROJECT = rowsOf(ProjectEntity, projectRowSchema, (columns) => ({
  name: 'lock-project',
  text: `SELECT ${columns} FROM projects WHERE user_id = $1 AND id = $2 FOR UPDATE`,
}));

const SELECT_TITLES = rowsOf(
  ProjectEntity,
  projectRowSchema.pick({ id: true, title: true }),
  (columns) => ({
    name: 'select-titles',
    text: `SELECT ${columns} FROM projects WHERE user_id = $1 AND id = ANY($2)`,
  }),
);

// The lock makes an account's deletion wait for a create in progress, and a create for a deletion in progress; it then
// sees the row as the deletion left it.
const LOCK_OWNER = {
  name: 'lock-owner',
  text: 'SELECT deleted_at IS NULL AS "isLiving" FROM owners WHERE id = $1 FOR SHARE',
  row: z.object({ isLiving: z.boolean() }),
};

const INSERT_OWNER = {
  name: 'insert-owner',
  text: 'INSERT INTO owners (id) VALUES ($1) ON CONFLICT DO NOTHING',
};

const INSERT_PROJECT = rowsOf(ProjectEntity, projectRowSchema, (columns) => ({
  name: 'insert-project',
  text: `${insertingRow(ProjectEntity, '$1')} RETURNING ${columns}`,
}));

const changed = Object.keys(
  columnsOf(
    ProjectEntity,
    Object.fromEntries([...fieldKeys, 'searchText'].map((key) => [key, ''])),
  ),
);

// Fields missing from the JSON stay as they are in the row.
const UPDATE_PROJECT = rowsOf(ProjectEntity, projectRowSchema, (columns) => ({
  name: 'update-project',
  text: `UPDATE projects SET (${changed.join(', ')}, updated_at) =
           (SELECT ${changed.map((name) => `changed.${name}`).join(', ')}, now()
              FROM jsonb_populate_record(projects, $3) AS changed)
          WHERE user_id = $1 AND id = $2 RETURNING ${columns}`,
}));

const MARK_OWNER_DELETED = {
  text: `INSERT INTO owners (id, deleted_at) VALUES ($1, now())
         ON CONFLICT (id) DO UPDATE SET deleted_at = excluded.deleted_at`,
};

/** Keeps each statement well within its time-out, however many projects there are. */
const BATCH_SIZE = 10_000;
const DELETE_BATCH = {
  text: `DELETE FROM projects
          WHERE user_id = $1 AND id IN (SELECT id FROM projects WHERE user_id = $1 LIMIT $2)`,
};

/** Shows and changes single projects. PROJECT_NOT_FOUND is also the answer for somebody else's. */
@Controller()
export class ProjectHandlers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly inbox: Inbox,
  ) {}

  /** @throws AppError PROJECT_NOT_FOUND */
  @HandleMessage(projectMessages.get)
  async get({ projectId, userId }: RequestOf<Messages['get']>) {
    const [project] = await readQuickly(this.dataSource, SELECT_PROJECT, [userId, projectId]);
    if (!project) throw new AppError('PROJECT_NOT_FOUND');
    return replyOf(project);
  }

  @HandleMessage(projectMessages.getTitles)
  async getTitles({ projectIds, userId }: RequestOf<Messages['getTitles']>) {
    const projects = await readRows(this.dataSource, SELECT_TITLES, [userId, projectIds]);
    return { titles: Object.fromEntries(projects.map(({ id, title }) => [id, title])) };
  }

  /**
   * @throws AppError UNAUTHENTICATED when the owner's account has been deleted; IDEMPOTENCY_KEY_REUSED when the key was
   * used with other fields
   */
  @HandleMessage(projectMessages.create)
  create({ userId, fields }: RequestOf<Messages['create']>) {
    return this.inbox.once(async (transaction) => {
      const id = uuidv7();
      const now = new Date().toISOString();
      const texts = { ...fields, searchText: searchTextOf(fields) };
      const row = { ...texts, id, userId, createdAt: now, updatedAt: now };
      // Sent together: when the owner's account is gone, all of it is rolled back.
      const [isLiving, [created = row]] = await Promise.all([
        lockOwner(transaction, userId),
        readRows(transaction, INSERT_PROJECT, [columnsOf(ProjectEntity, row)]),
        recordChange(transaction, { kind: 'project', action: 'created', userId, projectId: id }),
      ]);
      if (!isLiving) throw new AppError('UNAUTHENTICATED');
      return replyOf(created);
    }, userId);
  }

  /**
   * @throws AppError PROJECT_NOT_FOUND; PROJECT_CHANGED, with the current project, when it has none of the revisions
   */
  @HandleMessage(projectMessages.update)
  update({ projectId, userId, changes, revisions }: RequestOf<Messages['update']>) {
    return this.inbox.once(async (transaction) => {
      const [project] = await readRows(transaction, LOCK_PROJECT, [userId, projectId]);
      if (!project) throw new AppError('PROJECT_NOT_FOUND');
      const current = replyOf(project);
      if (revisions && !revisions.includes(current.revision)) {
        throw new AppError('PROJECT_CHANGED', current);
      }
      const searchText = searchTextOf(Object.assign({ ...project }, changes));
      const values = [userId, projectId, columnsOf(ProjectEntity, { ...changes, searchText })];
      const [[updated = project]] = await Promise.all([
        readRows(transaction, UPDATE_PROJECT, values),
        recordChange(transaction, { kind: 'project', action: 'updated', userId, projectId }),
      ]);
      return replyOf(updated);
    }, userId);
  }

  /** @throws AppError PROJECT_NOT_FOUND */
  @HandleMessage(projectMessages.delete)
  delete({ projectId, userId }: RequestOf<Messages['delete']>) {
    return this.inbox.once(async (transaction) => {
      const { affected } = await transaction.delete(ProjectEntity, { userId, id: projectId });
      if (affected !== 1) throw new AppError('PROJECT_NOT_FOUND');
      await recordEvent(transaction, projectDeleted, { userId, projectId });
      await recordChange(transaction, { kind: 'project', action: 'deleted', userId, projectId });
      return {};
    });
  }

  /**
   * Removes a deleted account's projects. The owner's row stays as a tombstone, which refuses a create that was in
   * progress when the account was deleted.
   */
  @HandleEvent(userDeleted)
  async deleteAll({ userId }: PayloadOf<typeof userDeleted>): Promise<void> {
    await this.inbox.once(async (transaction) => {
      await execute(transaction, MARK_OWNER_DELETED, [userId]);
      let deleted: number;
      do deleted = await execute(transaction, DELETE_BATCH, [userId, BATCH_SIZE]);
      while (deleted === BATCH_SIZE);
      // Last: changes that were in progress have committed, and with them their replies.
      await forgetUser(transaction, userId);
    });
  }
}

/** Whether the account exists still, which then stays true until the end of the transaction. */
async function lockOwner(transaction: EntityManager, userId: string): Promise<boolean> {
  let [owner] = await readRows(transaction, LOCK_OWNER, [userId]);
  if (!owner) {
    // An owner's row is created with their first project.
    await execute(transaction, INSERT_OWNER, [userId]);
    [owner] = await readRows(transaction, LOCK_OWNER, [userId]);
  }
  return owner?.isLiving ?? false;
}
