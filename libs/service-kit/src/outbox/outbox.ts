import type { DomainEvent } from '@studiolo/contracts';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';

import { runStatement } from '../database/statement.js';
import { currentRequestId } from '../logging/request-context.js';
import { traceParent } from '../tracing/span.js';
import type { OutboxEntry } from './outbox-entry.entity.js';

/** Writes an event beside the change it tells of; it is published after the commit. */
export async function announce<Payload extends z.ZodType>(
  transaction: EntityManager,
  event: DomainEvent<Payload>,
  payload: z.input<Payload>,
): Promise<void> {
  await insert(transaction, { id: uuidv7(), kind: 'event', name: event.name, payload });
}

/** Writes a job beside the change that calls for it; `id` is the job's own, so that it runs once. */
export async function enqueue(
  transaction: EntityManager,
  job: { id: string; name: string; data: unknown },
): Promise<void> {
  await insert(transaction, { id: job.id, kind: 'job', name: job.name, payload: job.data });
}

/** Whether this transaction has written to the outbox, so that its commit is worth a look at it. */
export function hasOutboxEntries(transaction: EntityManager): boolean {
  return transaction.queryRunner?.data[MARK] === true;
}

/** Under this name TypeORM's query runner, which lives as long as the transaction, keeps our note. */
const MARK = 'hasOutboxEntries';

const INSERT_ENTRY = {
  name: 'insert-outbox-entry',
  text: `INSERT INTO outbox (id, kind, name, payload, request_id, trace_parent)
         VALUES ($1, $2, $3, $4, $5, $6)`,
};

async function insert(
  transaction: EntityManager,
  { id, kind, name, payload }: Pick<OutboxEntry, 'id' | 'kind' | 'name' | 'payload'>,
): Promise<void> {
  const origin = [currentRequestId() ?? null, traceParent() ?? null];
  const values = [id, kind, name, JSON.stringify(payload), ...origin];
  await runStatement(transaction, INSERT_ENTRY, values);
  if (transaction.queryRunner) transaction.queryRunner.data[MARK] = true;
}
