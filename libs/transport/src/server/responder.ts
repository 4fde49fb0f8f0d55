import { Logger } from '@nestjs/common';
import type { WritePacket } from '@nestjs/microservices';

import type { MessageHeader } from '../wire/entry.js';
import type { HandlingParts } from './handling-parts.js';

/** Nest's own words, so that callers cannot tell the transports apart. */
const INTERNAL_ERROR = { status: 'error', message: 'Internal server error' };

const logger = new Logger('Responder');

/** Answers one request. What cannot be encoded, or is too long, is answered with an error. */
export class Responder {
  constructor(
    private readonly header: MessageHeader,
    private readonly parts: Pick<HandlingParts, 'settings' | 'outgoing'>,
  ) {}

  respond(packet: WritePacket): void {
    const { replyTo, call, deadline = 0 } = this.header;
    if (replyTo === undefined || call === undefined) return;
    this.parts.outgoing.reply({ replyTo, json: this.encode(call, packet), deadline });
  }

  /** The last answer: an error as it was thrown, if anything was. */
  fail(error: unknown): void {
    this.respond({ err: error ?? INTERNAL_ERROR, isDisposed: true });
  }

  /** The last answer: an error of this transport. */
  refuse(message: string): void {
    this.fail({ status: 'error', message });
  }

  private encode(call: number, { err, response, isDisposed }: WritePacket): string {
    const { maxMessageBytes } = this.parts.settings;
    const done = isDisposed ?? false;
    const failed = err !== undefined;
    try {
      const json = JSON.stringify({
        call,
        err: err as unknown,
        response: response as unknown,
        done,
      });
      if (json.length <= maxMessageBytes) return json;
      const message = `The reply is longer than ${maxMessageBytes} bytes`;
      return JSON.stringify({ call, err: { status: 'error', message }, done: true });
    } catch (error) {
      logger.error(error, failed ? 'An error could not be sent' : 'A reply could not be sent');
      return JSON.stringify({ call, err: INTERNAL_ERROR, done: true });
    }
  }
}
