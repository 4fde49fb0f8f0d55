import type { DomainEvent, LiveChange, LiveEnd, LiveNotice } from '@studiolo/contracts';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';

import { runStatement } from '../database/statement.js';
import { currentRequestId } from '../logging/request-context.js';
import { traceParent } from '../tracing/span.js';
import type { OutboxEntry } from './outbox-entry.entity.js';

/** Writes an event in the transaction of its change; it is published after the commit. */
export async function announce<Payload extends z.ZodType>(
  transaction: EntityManager,
  event: DomainEvent<Payload>,
  payload: z.input<Payload>,
): Promise<void> {
  await insert(transaction, newEntry('event', event.name, payload));
}

/**
 * Writes a job in the transaction that needs it; `id` is the job's own, so that it runs once. It is due `delayMs`
 * milliseconds (default 0) after the transaction began, and is found within a second after that.
 */
export async function enqueue(
  transaction: EntityManager,
  { id, name, data, delayMs }: { id: string; name: string; data: unknown; delayMs?: number },
): Promise<void> {
  await insert(transaction, { ...newEntry('job', name, data), id }, { delayMs });
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
  await insert(transaction, changeEntry(change), { urgency: 'soon' });
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

type Urgency = 'now' | 'soon';

/** When to wake the dispatcher after this transaction; undefined if it has not written to the outbox. */
export function outboxUrgency(transaction: EntityManager): Urgency | undefined {
  return transaction.queryRunner?.data[MARK] as Urgency | undefined;
}

/** Key of our mark on TypeORM's query runner, which lives as long as the transaction. */
const MARK = 'outboxUrgency';

/** SQL that inserts an outbox row from a JSON parameter, to be published after some milliseconds. */
export function insertingEntry(entry: string, delayMs = '0'): string {
  const columns = 'id, kind, name, payload, request_id, trace_parent';
  return `INSERT INTO outbox (${columns}, available_at)
          SELECT ${columns}, now() + ${delayMs} * interval '1 millisecond'
            FROM jsonb_populate_record(NULL::outbox, ${entry})`;
}

const INSERT_ENTRY = { name: 'insert-outbox-entry', text: insertingEntry('$1', '$2::integer') };

/** A row of the outbox, without what PostgreSQL fills in. */
interface NewEntry extends Pick<OutboxEntry, 'id' | 'kind' | 'name' | 'payload'> {
  readonly request_id: string | undefined;
  readonly trace_parent: string | undefined;
}

function newEntry(kind: OutboxEntry['kind'], name: string, payload: unknown): NewEntry {
  const origin = { request_id: currentRequestId(), trace_parent: traceParent() };
  return { id: uuidv7(), kind, name, payload, ...origin };
}

async function insert(
  transaction: EntityManager,
  entry: NewEntry,
  { delayMs = 0, urgency = 'now' }: { delayMs?: number | undefined; urgency?: Urgency } = {},
): Promise<void> {
  await runStatement(transaction, INSERT_ENTRY, [entry, delayMs]);
  const data = transaction.queryRunner?.data;
  if (data && data[MARK] !== 'now') data[MARK] = urgency;
}
