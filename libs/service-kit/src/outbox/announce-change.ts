import type { LiveChange, LiveEnd } from '@studiolo/contracts';
import type { EntityManager } from 'typeorm';

import { isoTimeSql } from '../database/iso-times.js';
import { runStatement } from '../database/statement.js';
import { noteOutboxEntry } from './outbox.js';

export type AnnouncedChange = Pick<LiveChange, 'kind' | 'action'>;

/**
 * SQL that announces a change for each row of `rows`, to follow the change within one statement.
 * @param rows source of the columns `owner_id` and `project_id`, e.g. the name of a CTE
 */
export function announcingChange({ kind, action }: AnnouncedChange, rows: string): string {
  return `
    INSERT INTO outbox (id, kind, name, payload)
    SELECT gen_random_uuid(), 'live', '${kind}.${action}',
           jsonb_build_object('ownerId', owner_id, 'change', jsonb_build_object(
             'kind', '${kind}', 'action', '${action}', 'project_id', project_id,
             'at', ${isoTimeSql('clock_timestamp()')}))
      FROM ${rows}`;
}

const INSERT_END = {
  name: 'announce-end',
  text: `INSERT INTO outbox (id, kind, name, payload)
         VALUES (gen_random_uuid(), 'live', 'end', jsonb_build_object('ownerId', $1::uuid, 'end',
                 jsonb_build_object('reason', $2::text, 'sessionIds', $3::jsonb)))`,
};

/** Announces a change that the transaction makes. */
export async function announceChange(
  transaction: EntityManager,
  {
    kind,
    action,
    ownerId,
    projectId,
  }: AnnouncedChange & { ownerId: string; projectId: string | null },
): Promise<void> {
  const rows = '(SELECT $1::uuid AS owner_id, $2::uuid AS project_id) AS changed';
  const text = announcingChange({ kind, action }, rows);
  await runStatement(transaction, { name: `announce-${kind}-${action}`, text }, [
    ownerId,
    projectId,
  ]);
  noteOutboxEntry(transaction, 'soon');
}

/** Announces that sessions have ended: their streams are closed. */
export async function announceEnd(
  transaction: EntityManager,
  ownerId: string,
  { reason, sessionIds }: LiveEnd & { sessionIds: readonly string[] },
): Promise<void> {
  await runStatement(transaction, INSERT_END, [ownerId, reason, JSON.stringify(sessionIds)]);
  noteOutboxEntry(transaction);
}
