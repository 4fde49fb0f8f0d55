import { Logger } from '@nestjs/common';

import { MAX_MESSAGE_BYTES, type MessageHeader } from '../wire/entry.js';
import type { OutgoingBatch } from './outgoing-batch.js';
import type { Outcome } from './run-handler.js';

/** Nest's own words, so that callers cannot tell the transports apart. */
const INTERNAL_ERROR = { status: 'error', message: 'Internal server error' };

const logger = new Logger('Replies');

/** Answers a request. What cannot be encoded, or is too long, is answered with an error. */
export function answerRequest(
  outgoing: OutgoingBatch,
  { replyTo, call, deadline = 0 }: MessageHeader,
  outcome: Outcome,
): void {
  if (replyTo === undefined || call === undefined || 'overdue' in outcome) return;
  outgoing.reply({ replyTo, json: encode(call, outcome), deadline });
}

/** What the caller of a request that did not run gets. */
export function refusal(message: string): Outcome {
  return { cause: { status: 'error', message } };
}

function encode(call: number, outcome: Exclude<Outcome, { overdue: true }>): string {
  const reply =
    'cause' in outcome
      ? { call, err: outcome.cause ?? INTERNAL_ERROR }
      : { call, response: outcome.response };
  try {
    const json = JSON.stringify(reply);
    if (json.length <= MAX_MESSAGE_BYTES) return json;
    const message = `The reply is longer than ${MAX_MESSAGE_BYTES} bytes`;
    return JSON.stringify({ call, err: { status: 'error', message } });
  } catch (error) {
    logger.error(
      error,
      'err' in reply ? 'An error could not be sent' : 'A reply could not be sent',
    );
    return JSON.stringify({ call, err: INTERNAL_ERROR });
  }
}
