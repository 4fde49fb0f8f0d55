import { Logger } from '@nestjs/common';
import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom, type Observable, ReplaySubject, takeUntil, tap } from 'rxjs';

import { RedisStreamsContext } from '../redis-streams.context.js';
import type { MessageHeader, ReadableEntry } from '../wire/entry.js';
import type { Delivery } from './delivery.js';
import type { ReplicaContext } from './replica-context.js';
import type { MessageKind } from './server-options.js';

/** `overdue`: its deadline ended it, so that there is nothing to answer. */
export type Outcome =
  { readonly response: unknown } | { readonly cause: unknown } | { readonly overdue: true };

/** A longer timer of Node fires at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

const logger = new Logger('Handlers');

/** Runs a handler and measures it; never rejects. */
export async function runHandler(
  parts: ReplicaContext,
  kind: MessageKind,
  handler: MessageHandler,
  { header, metadata, data }: ReadableEntry,
  { entryId, attempt }: Delivery,
): Promise<Outcome> {
  const { settings, clock } = parts;
  const { id, pattern, deadline } = header;
  const context = new RedisStreamsContext({
    ...{ messageId: id, entryId, pattern, attempt, metadata },
    deadline: deadline && clock.toLocal(deadline),
  });
  const startedAt = performance.now();
  const overdue = new ReplaySubject<void>(1);
  const timer = atDeadline(header, parts, () => overdue.next());
  const outcome = await outcomeOf(() => handler(data, context), overdue);
  clearTimeout(timer);
  settings.onMetric?.({
    ...{ kind, pattern, durationMs: performance.now() - startedAt },
    outcome: 'response' in outcome ? 'ok' : 'error',
  });
  return outcome;
}

function atDeadline(
  { id, pattern, deadline }: MessageHeader,
  { counts, clock }: ReplicaContext,
  expire: () => void,
): NodeJS.Timeout | undefined {
  if (deadline === undefined) return undefined;
  const leftMs = Math.min(deadline - clock.now(), LONGEST_TIMER_MS);
  return setTimeout(() => {
    counts.overdue += 1;
    logger.warn(`${pattern} ${id} runs beyond its deadline`);
    expire();
  }, leftMs);
}

/**
 * Ends an Observable at the deadline, since one without an end would take its slot for good. A caller that still waits
 * then, because it is late itself, must not take that end for an answer.
 */
async function outcomeOf(run: () => Promise<unknown>, overdue: Observable<void>): Promise<Outcome> {
  try {
    const result = await run();
    if (!isObservable(result)) return { response: result };
    let isOverdue = false;
    const end = overdue.pipe(tap(() => (isOverdue = true)));
    const inTime = result.pipe(takeUntil(end));
    const response = await lastValueFrom(inTime, { defaultValue: undefined });
    return isOverdue ? { overdue: true } : { response };
  } catch (cause) {
    return { cause };
  }
}
