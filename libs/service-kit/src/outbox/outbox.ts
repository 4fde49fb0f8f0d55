import type { DomainEvent } from '@studiolo/contracts';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';

import { currentRequestId } from '../logging/request-context.js';
import { OutboxEntry } from './outbox-entry.entity.js';

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

async function insert(
  transaction: EntityManager,
  { id, kind, name, payload }: Pick<OutboxEntry, 'id' | 'kind' | 'name' | 'payload'>,
): Promise<void> {
  await transaction.query(
    'INSERT INTO outbox (id, kind, name, payload, request_id) VALUES ($1, $2, $3, $4, $5)',
    [id, kind, name, JSON.stringify(payload), currentRequestId() ?? null],
  );
}
