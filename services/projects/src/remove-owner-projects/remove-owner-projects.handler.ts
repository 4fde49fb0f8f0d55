import { Controller } from '@nestjs/common';
import { type PayloadOf, userDeleted } from '@studiolo/contracts';
import { forgetUser, HandleEvent, Inbox, runStatement } from '@studiolo/service-kit';
import type { RedisStreamsContext } from 'nestjs-redis-streams';

/** Keeps each statement well within its time-out, however many projects there are. */
const BATCH_SIZE = 10_000;

const MARK_OWNER_DELETED = {
  text: `INSERT INTO owners (id, deleted_at) VALUES ($1, now())
         ON CONFLICT (id) DO UPDATE SET deleted_at = excluded.deleted_at`,
};

const DELETE_BATCH = {
  text: `DELETE FROM projects
          WHERE id IN (SELECT id FROM projects WHERE user_id = $1 LIMIT $2)
         RETURNING 1`,
};

@Controller()
export class RemoveOwnerProjectsHandler {
  constructor(private readonly inbox: Inbox) {}

  /**
   * Removes a deleted account's projects. The owner's row stays as a tombstone, which refuses a create that was in
   * progress when the account was deleted.
   */
  @HandleEvent(userDeleted)
  async execute(
    { userId }: PayloadOf<typeof userDeleted>,
    context: RedisStreamsContext,
  ): Promise<void> {
    await this.inbox.once(context, async (transaction) => {
      await runStatement(transaction, MARK_OWNER_DELETED, [userId]);
      let deleted: unknown[];
      do deleted = await runStatement(transaction, DELETE_BATCH, [userId, BATCH_SIZE]);
      while (deleted.length === BATCH_SIZE);
      // Last: changes that were in progress have committed, and with them their replies.
      await forgetUser(transaction, userId);
    });
  }
}
