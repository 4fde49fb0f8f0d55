import { Logger } from '@nestjs/common';
import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, type Observable, ReplaySubject, takeUntil, tap } from 'rxjs';

import { LONGEST_TIMER_MS } from '../complete-options.js';
import { RedisStreamsContext } from '../redis-streams.context.js';
import type { MessageHeader, ReadableEntry } from '../wire/entry.js';
import { ageOf, type Delivery } from './delivery.js';
import type { HandlingParts } from './handling-parts.js';
import { Responder } from './responder.js';

const logger = new Logger('Requests');

/** Runs the handler of a request between Nest's hooks, answers with what it gives, and counts it. */
export async function runRequest(
  parts: HandlingParts,
  handler: MessageHandler,
  { header, data }: ReadableEntry,
  delivery: Delivery,
): Promise<void> {
  const { pattern, deadline } = header;
  const { attempt } = delivery;
  const ageMs = ageOf(delivery, parts.clock);
  const context = new RedisStreamsContext({
    kind: 'request',
    messageId: header.id,
    pattern,
    attempt,
    deadline: deadline && parts.clock.toLocal(deadline),
    metadata: header.metadata ?? {},
  });
  const responder = new Responder(header, parts);
  const startedAt = performance.now();
  const overdue = new ReplaySubject<void>(1);
  const timer = atDeadline(header, parts, () => overdue.next());
  let ok = false;
  await parts.host.hooked(context, async () => {
    ok = await answer(() => handler(data, context), overdue, responder);
  });
  clearTimeout(timer);
  const outcome = ok ? 'ok' : 'error';
  const durationMs = performance.now() - startedAt;
  parts.counter.handledOne({ kind: 'request', pattern, outcome, durationMs, ageMs, attempt });
}

function atDeadline(
  { id, pattern, deadline }: MessageHeader,
  { counter, clock }: HandlingParts,
  expire: () => void,
): NodeJS.Timeout | undefined {
  if (deadline === undefined) return undefined;
  const leftMs = Math.min(deadline - clock.now(), LONGEST_TIMER_MS);
  return setTimeout(() => {
    counter.add('overdue');
    logger.warn(`${pattern} ${id} runs beyond its deadline`);
    expire();
  }, leftMs);
}

async function answer(
  run: () => Promise<unknown>,
  overdue: Observable<void>,
  responder: Responder,
): Promise<boolean> {
  try {
    const result = await run();
    if (isObservable(result)) return await answerEach(result, overdue, responder);
    responder.respond({ response: result, isDisposed: true });
    return true;
  } catch (error) {
    responder.fail(error);
    return false;
  }
}

/**
 * Sends the last value together with the end, as Nest's own transports do. Ends at the deadline, since an Observable
 * without an end would take its slot for good; a caller that still waits then must not take this end for an answer.
 */
function answerEach(
  values: Observable<unknown>,
  overdue: Observable<void>,
  responder: Responder,
): Promise<boolean> {
  return new Promise((resolve) => {
    let isOverdue = false;
    let held: { readonly value: unknown } | undefined;
    const release = () => {
      if (held) responder.respond({ response: held.value });
      held = undefined;
    };
    const end = overdue.pipe(tap(() => (isOverdue = true)));
    values.pipe(takeUntil(end)).subscribe({
      next: (value) => {
        release();
        held = { value };
        process.nextTick(release);
      },
      error: (error: unknown) => {
        release();
        responder.fail(error);
        resolve(false);
      },
      complete: () => {
        const last = held ? { response: held.value, isDisposed: true } : { isDisposed: true };
        if (!isOverdue) responder.respond(last);
        held = undefined;
        resolve(!isOverdue);
      },
    });
  });
}
