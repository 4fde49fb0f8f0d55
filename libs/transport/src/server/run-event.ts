import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';

import { RedisStreamsContext } from '../redis-streams.context.js';
import type { ReadableEntry } from '../wire/entry.js';
import { ageOf, type Delivery } from './delivery.js';
import type { HandlingParts } from './handling-parts.js';

export type Failure = { readonly cause: unknown } | undefined;

/** Runs the handler of an event between Nest's hooks and counts it; never rejects. */
export async function runEvent(
  { host, counter, clock }: HandlingParts,
  handler: MessageHandler,
  { header, data }: ReadableEntry,
  delivery: Delivery,
): Promise<Failure> {
  const { pattern } = header;
  const { attempt } = delivery;
  const ageMs = ageOf(delivery, clock);
  const context = new RedisStreamsContext({
    kind: 'event',
    messageId: header.id,
    pattern,
    attempt,
    deadline: undefined,
    metadata: header.metadata ?? {},
  });
  const startedAt = performance.now();
  let failure: Failure;
  await host.hooked(context, async () => {
    failure = await settle(handler, data, context);
  });
  const durationMs = performance.now() - startedAt;
  const outcome = failure ? 'error' : 'ok';
  counter.handledOne({ kind: 'event', pattern, outcome, durationMs, ageMs, attempt });
  return failure;
}

async function settle(
  handler: MessageHandler,
  data: unknown,
  context: RedisStreamsContext,
): Promise<Failure> {
  try {
    const result: unknown = await handler(data, context);
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
    return undefined;
  } catch (cause) {
    return { cause };
  }
}
