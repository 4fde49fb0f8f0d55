import type { MessageHandler } from '@nestjs/microservices';
import { isObservable, type Observable } from 'rxjs';

import { RedisStreamsContext } from '../redis-streams.context.js';
import type { ReadableEntry } from '../wire/entry.js';
import type { HandlingParts } from './handling-parts.js';
import { Responder } from './responder.js';

/** Runs the handler of a request between Nest's hooks, answers with what it gives, and counts it. */
export async function runRequest(
  parts: HandlingParts,
  handler: MessageHandler,
  { header, data }: ReadableEntry,
  attempt: number,
): Promise<void> {
  const { pattern, deadline } = header;
  const context = new RedisStreamsContext({
    messageId: header.id,
    pattern,
    attempt,
    deadline: deadline && parts.clock.toLocal(deadline),
    metadata: header.metadata ?? {},
  });
  const responder = new Responder(header, parts);
  const startedAt = performance.now();
  let ok = false;
  await parts.host.hooked(context, async () => {
    ok = await answer(handler, data, context, responder);
  });
  const outcome = ok ? 'ok' : 'error';
  const durationMs = performance.now() - startedAt;
  parts.counter.handledOne({ kind: 'request', pattern, outcome, durationMs, attempt });
}

async function answer(
  handler: MessageHandler,
  data: unknown,
  context: RedisStreamsContext,
  responder: Responder,
): Promise<boolean> {
  try {
    const result: unknown = await handler(data, context);
    if (isObservable(result)) return await answerEach(result, responder);
    responder.respond({ response: result, isDisposed: true });
    return true;
  } catch (error) {
    responder.fail(error);
    return false;
  }
}

/** Sends the last value together with the end, as Nest's own transports do. */
function answerEach(values: Observable<unknown>, responder: Responder): Promise<boolean> {
  return new Promise((resolve) => {
    let held: { readonly value: unknown } | undefined;
    const release = () => {
      if (held) responder.respond({ response: held.value });
      held = undefined;
    };
    values.subscribe({
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
        responder.respond(held ? { response: held.value, isDisposed: true } : { isDisposed: true });
        held = undefined;
        resolve(true);
      },
    });
  });
}
