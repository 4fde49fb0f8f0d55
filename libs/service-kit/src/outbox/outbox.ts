import type { DomainEvent, LiveChange, LiveEnd, LiveSignal } from '@studiolo/contracts';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';

import { afterMs } from '../database/database-clock.js';
import { columnsOf, execute, insertingRow } from '../database/statement.js';
import { currentContext } from '../logging/request-context.js';
import { traceParent } from '../tracing/span.js';
import { OutboxEntry } from './outbox-entry.entity.js';

/** Writes an event in the transaction of its change; it is published after the commit. */
export async function recordEvent<Payload extends z.core.$ZodType>(
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
  await execute(transaction, INSERT_JOB, [columnsOf(OutboxEntry, entry), delayMs]);
}

type RecordedChange = Pick<LiveChange, 'kind' | 'action'> & {
  readonly userId: string;
  readonly projectId: string | null;
};

/** Tells the owner's pages of a change that the transaction makes. */
export async function recordChange(
  transaction: EntityManager,
  announced: RecordedChange,
): Promise<void> {
  const { userId, projectId, ...what } = announced;
  const change = { ...what, project_id: projectId, at: new Date().toISOString() };
  const notice: LiveSignal = { userId, change };
  await insert(transaction, newEntry('live', `${what.kind}.${what.action}`, notice));
}

/** Closes the streams of sessions that the transaction ends. */
export async function recordSessionEnd(
  transaction: EntityManager,
  userId: string,
  { reason, sessionIds }: LiveEnd & { sessionIds: string[] },
): Promise<void> {
  const notice: LiveSignal = { userId, end: { reason, sessionIds } };
  await insert(transaction, newEntry('live', 'end', notice));
}

const INSERT_ENTRY = { name: 'insert-outbox-entry', text: insertingRow(OutboxEntry, '$1') };
const INSERT_JOB = {
  name: 'insert-job',
  text: insertingRow(OutboxEntry, '$1', { availableAt: afterMs('$2') }),
};

/** PostgreSQL reads it as the time at which the transaction began. */
const NOW = 'now';

type NewEntry = ReturnType<typeof newEntry>;

function newEntry(kind: OutboxEntry['kind'], name: string, payload: unknown) {
  return {
    ...{ id: uuidv7(), kind, name, payload, attempts: 0 },
    requestId: currentContext().requestId ?? null,
    traceParent: traceParent() ?? null,
    createdAt: NOW,
    availableAt: NOW,
  } satisfies Record<keyof OutboxEntry, unknown>;
}

async function insert(transaction: EntityManager, entry: NewEntry): Promise<void> {
  await execute(transaction, INSERT_ENTRY, [columnsOf(OutboxEntry, entry)]);
}
