import type { DomainEvent, LiveChange, LiveEnd, LiveNotice } from '@studiolo/contracts';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';

import { afterMs } from '../database/database-clock.js';
import { insertingRow, runStatement } from '../database/statement.js';
import { currentContext } from '../logging/request-context.js';
import { traceParent } from '../tracing/span.js';
import { OutboxEntry } from './outbox-entry.entity.js';

/** Writes an event in the transaction of its change; it is published after the commit. */
export async function announce<Payload extends z.ZodType>(
  transaction: EntityManager,
  event: DomainEvent<Payload>,
  payload: z.input<Payload>,
): Promise<void> {
  await insert(transaction, newEntry('event', event.name, payload));
}

/**
 * Writes a job in the transaction that needs it; `id` is the job's own, so that it runs once. It is due after
 * `delayMs` milliseconds (default 0), and is found within a second after that.
 */
export async function enqueue(
  transaction: EntityManager,
  { id, name, data, delayMs = 0 }: { id: string; name: string; data: unknown; delayMs?: number },
): Promise<void> {
  const entry = { ...newEntry('job', name, data), id };
  await runStatement(transaction, INSERT_JOB, [entry, delayMs]);
}

export type AnnouncedChange = Pick<LiveChange, 'kind' | 'action'> & {
  readonly userId: string;
  readonly projectId: string | null;
};

/** Tells the owner's pages of a change that the transaction makes. */
export async function announceChange(
  transaction: EntityManager,
  change: AnnouncedChange,
): Promise<void> {
  await insert(transaction, changeEntry(change));
}

/** The outbox entry of such a change, for a statement that writes it together with the change. */
export function changeEntry({ userId, projectId, ...what }: AnnouncedChange): NewEntry {
  const change = { ...what, project_id: projectId, at: new Date().toISOString() };
  return newEntry('live', `${what.kind}.${what.action}`, { userId, change } satisfies LiveNotice);
}

/** Closes the streams of sessions that the transaction ends. */
export async function announceEnd(
  transaction: EntityManager,
  userId: string,
  { reason, sessionIds }: LiveEnd & { sessionIds: string[] },
): Promise<void> {
  const notice: LiveNotice = { userId, end: { reason, sessionIds } };
  await insert(transaction, newEntry('live', 'end', notice));
}

const INSERT_ENTRY = { name: 'insert-outbox-entry', text: insertingRow(OutboxEntry, '$1') };
const INSERT_JOB = {
  name: 'insert-job',
  text: insertingRow(OutboxEntry, '$1', { available_at: afterMs('$2') }),
};

/** PostgreSQL reads it as the time at which the transaction began. */
const NOW = 'now';

type NewEntry = ReturnType<typeof newEntry>;

/** A row of the outbox; its keys are the table's columns. */
function newEntry(kind: OutboxEntry['kind'], name: string, payload: unknown) {
  return {
    ...{ id: uuidv7(), kind, name, payload, attempts: 0 },
    request_id: currentContext().requestId ?? null,
    trace_parent: traceParent() ?? null,
    created_at: NOW,
    available_at: NOW,
  } satisfies Record<keyof OutboxEntry, unknown>;
}

async function insert(transaction: EntityManager, entry: NewEntry): Promise<void> {
  await runStatement(transaction, INSERT_ENTRY, [entry]);
}
