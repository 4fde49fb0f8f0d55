import { Controller } from '@nestjs/common';
import {
  type PayloadOf,
  projectDeleted,
  projectMessages,
  type RequestOf,
  userDeleted,
} from '@studiolo/contracts';
import {
  announce,
  announceChange,
  AppError,
  forgetUser,
  HandleEvent,
  HandleMessage,
  Inbox,
  insertingOnce,
  insertingRow,
  readRows,
  rowsOf,
  runStatement,
} from '@studiolo/service-kit';
import { DataSource, In } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { fieldKeys, ProjectEntity, recordKeys, replyOf, searchTextOf } from './project.entity.js';

type Messages = typeof projectMessages;

const SELECT_PROJECT = rowsOf(ProjectEntity, recordKeys, (columns) => ({
  name: 'select-project',
  text: `SELECT ${columns} FROM projects WHERE id = $1 AND user_id = $2`,
}));

// The lock on the owner's row makes an account's deletion wait for this statement, and this statement wait for a
// deletion already in progress; it then sees the row as the deletion left it.
const INSERT_PROJECT = insertingOnce({
  name: 'insert-project',
  text: `${insertingRow(ProjectEntity, '$1')}
           JOIN owners ON owners.id = given.user_id AND owners.deleted_at IS NULL FOR SHARE OF owners
         RETURNING 1`,
});

const INSERT_OWNER = {
  name: 'insert-owner',
  text: 'INSERT INTO owners (id) VALUES ($1) ON CONFLICT DO NOTHING',
};

const changed = [...fieldKeys, 'search_text'];

// Fields missing from the JSON stay as they are in the row.
const UPDATE_PROJECT = rowsOf(ProjectEntity, recordKeys, (columns) => ({
  name: 'update-project',
  text: `UPDATE projects SET (${changed.join(', ')}, updated_at) =
           (SELECT ${changed.map((name) => `changed.${name}`).join(', ')}, now()
              FROM jsonb_populate_record(projects, $2) AS changed)
          WHERE id = $1 RETURNING ${columns}`,
}));

const MARK_OWNER_DELETED = {
  text: `INSERT INTO owners (id, deleted_at) VALUES ($1, now())
         ON CONFLICT (id) DO UPDATE SET deleted_at = excluded.deleted_at`,
};

/** Keeps each statement well within its time-out, however many projects there are. */
const BATCH_SIZE = 10_000;
const DELETE_BATCH = {
  text: `DELETE FROM projects
          WHERE id IN (SELECT id FROM projects WHERE user_id = $1 LIMIT $2)
         RETURNING 1`,
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
    const [project] = await readRows(this.dataSource, SELECT_PROJECT, [projectId, userId]);
    if (!project) throw new AppError('PROJECT_NOT_FOUND');
    return replyOf(project);
  }

  @HandleMessage(projectMessages.getTitles)
  async getTitles({ projectIds, userId }: RequestOf<Messages['getTitles']>) {
    const projects = await this.dataSource.manager.find(ProjectEntity, {
      select: { id: true, title: true },
      where: { id: In(projectIds), userId },
    });
    return { titles: Object.fromEntries(projects.map(({ id, title }) => [id, title])) };
  }

  /**
   * @throws AppError UNAUTHENTICATED when the owner's account has been deleted; IDEMPOTENCY_KEY_REUSED when the key was
   * used with other fields
   */
  @HandleMessage(projectMessages.create)
  async create({ userId, fields }: RequestOf<Messages['create']>) {
    const now = new Date().toISOString();
    const project = { ...fields, id: uuidv7(), created_at: now, updated_at: now };
    const row = { ...project, user_id: userId, search_text: searchTextOf(fields) };
    const change = { kind: 'project', action: 'created', userId, projectId: project.id } as const;
    const reply = replyOf(project);
    const insert = () => this.inbox.insertOnce(INSERT_PROJECT, { row, change, reply });
    let created = await insert();
    if (!created) {
      // An owner's row is created with their first project.
      await runStatement(this.dataSource, INSERT_OWNER, [userId]);
      created = await insert();
    }
    if (!created) throw new AppError('UNAUTHENTICATED');
    return created;
  }

  /**
   * @throws AppError PROJECT_NOT_FOUND; PROJECT_CHANGED, with the current project, when it has none of the revisions
   */
  @HandleMessage(projectMessages.update)
  update({ projectId, userId, changes, revisions }: RequestOf<Messages['update']>) {
    return this.inbox.once(async (transaction) => {
      const where = { id: projectId, userId };
      const lock = { mode: 'pessimistic_write' } as const;
      const project = await transaction.findOne(ProjectEntity, { where, lock });
      if (!project) throw new AppError('PROJECT_NOT_FOUND');
      const current = replyOf(project);
      if (revisions && !revisions.includes(current.revision)) {
        throw new AppError('PROJECT_CHANGED', current);
      }
      Object.assign(project, changes);
      const row = { ...changes, search_text: searchTextOf(project) };
      const [updated = project] = await runStatement(transaction, UPDATE_PROJECT, [projectId, row]);
      await announceChange(transaction, { kind: 'project', action: 'updated', userId, projectId });
      return replyOf(updated);
    }, userId);
  }

  /** @throws AppError PROJECT_NOT_FOUND */
  @HandleMessage(projectMessages.delete)
  delete({ projectId, userId }: RequestOf<Messages['delete']>) {
    return this.inbox.once(async (transaction) => {
      const { affected } = await transaction.delete(ProjectEntity, { id: projectId, userId });
      if (affected !== 1) throw new AppError('PROJECT_NOT_FOUND');
      await announce(transaction, projectDeleted, { userId, projectId });
      await announceChange(transaction, { kind: 'project', action: 'deleted', userId, projectId });
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
      await runStatement(transaction, MARK_OWNER_DELETED, [userId]);
      let deleted: unknown[];
      do deleted = await runStatement(transaction, DELETE_BATCH, [userId, BATCH_SIZE]);
      while (deleted.length === BATCH_SIZE);
      // Last: changes that were in progress have committed, and with them their replies.
      await forgetUser(transaction, userId);
    });
  }
}
