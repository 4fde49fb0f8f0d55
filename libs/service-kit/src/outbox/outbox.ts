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
  await insert(transaction, { id: uuidv7(), kind: 'event', name: event.name, payload });
}

/**
 * Writes a job in the transaction that needs it; `id` is the job's own, so that it runs once. It is due `delayMs`
 * milliseconds (default 0) after the transaction began, and is found within a second after that.
 */
export async function enqueue(
  transaction: EntityManager,
  { id, name, data, delayMs }: { id: string; name: string; data: unknown; delayMs?: number },
): Promise<void> {
  await insert(transaction, { id, kind: 'job', name, payload: data }, { delayMs });
}

type AnnouncedChange = Pick<LiveChange, 'kind' | 'action'> & {
  readonly userId: string;
  readonly projectId: string | null;
};

/** Tells the owner's pages of a change that the transaction makes. */
export async function announceChange(
  transaction: EntityManager,
  { userId, projectId, ...what }: AnnouncedChange,
): Promise<void> {
  const change = { ...what, project_id: projectId, at: new Date().toISOString() };
  await insertNotice(transaction, { userId, change }, 'soon');
}

/** Closes the streams of sessions that the transaction ends. */
export async function announceEnd(
  transaction: EntityManager,
  userId: string,
  { reason, sessionIds }: LiveEnd & { sessionIds: string[] },
): Promise<void> {
  await insertNotice(transaction, { userId, end: { reason, sessionIds } }, 'now');
}

type Urgency = 'now' | 'soon';

/** When to wake the dispatcher after this transaction; undefined if it has not written to the outbox. */
export function outboxUrgency(transaction: EntityManager): Urgency | undefined {
  return transaction.queryRunner?.data[MARK] as Urgency | undefined;
}

/** Key of our mark on TypeORM's query runner, which lives as long as the transaction. */
const MARK = 'outboxUrgency';

const INSERT_ENTRY = {
  name: 'insert-outbox-entry',
  text: `INSERT INTO outbox (id, kind, name, payload, request_id, trace_parent, available_at)
         VALUES ($1, $2, $3, $4, $5, $6, now() + $7::integer * interval '1 millisecond')`,
};

async function insertNotice(transaction: EntityManager, payload: LiveNotice, urgency: Urgency) {
  const name = 'change' in payload ? `${payload.change.kind}.${payload.change.action}` : 'end';
  await insert(transaction, { id: uuidv7(), kind: 'live', name, payload }, { urgency });
}

async function insert(
  transaction: EntityManager,
  { id, kind, name, payload }: Pick<OutboxEntry, 'id' | 'kind' | 'name' | 'payload'>,
  { delayMs = 0, urgency = 'now' }: { delayMs?: number | undefined; urgency?: Urgency } = {},
): Promise<void> {
  const origin = [currentRequestId() ?? null, traceParent() ?? null];
  const values = [id, kind, name, JSON.stringify(payload), ...origin, delayMs];
  await runStatement(transaction, INSERT_ENTRY, values);
  const data = transaction.queryRunner?.data;
  if (data && data[MARK] !== 'now') data[MARK] = urgency;
}
