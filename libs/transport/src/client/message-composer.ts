import type { ReadPacket } from '@nestjs/microservices';

import { checkMilliseconds } from '../complete-options.js';
import { StreamRecord, type StreamRecordOptions } from '../stream-record.js';
import { TransportError } from '../transport.error.js';
import type { MessageHeader } from '../wire/entry.js';

export interface OutgoingMessage {
  /** Counts the messages of one client. */
  readonly number: number;
  readonly header: Pick<MessageHeader, 'id' | 'pattern' | 'metadata'>;
  readonly dataText: string;
  /** Milliseconds until the message expires, if its record says so. */
  readonly timeoutMs: number | undefined;
}

/** Makes a message from a caller's packet: an id, metadata, and the payload as text. */
export class MessageComposer {
  private number = 0;

  constructor(
    private readonly clientId: string,
    private readonly maxBytes: number,
  ) {}

  /** @throws TransportError `TOO_LARGE`, and TypeError over a `timeoutMs` that is none */
  compose(pattern: string, packet: ReadPacket): OutgoingMessage {
    const { data, record } = unpack(packet.data);
    const dataText = this.encode(data);
    const number = (this.number += 1);
    // The metadata of the record wins over that of the dispatch hook.
    const metadata = { ...packet.metadata, ...record.metadata };
    const header = {
      id: record.messageId ?? `${this.clientId}-${number}`,
      pattern,
      ...(Object.keys(metadata).length > 0 && { metadata }),
    };
    if (record.timeoutMs !== undefined) checkMilliseconds('timeoutMs', record.timeoutMs);
    return { number, header, dataText, timeoutMs: record.timeoutMs };
  }

  private encode(data: unknown): string {
    const text = JSON.stringify(data) ?? 'null';
    // A UTF-16 unit is at most three bytes of UTF-8.
    if (text.length * 3 > this.maxBytes && Buffer.byteLength(text) > this.maxBytes) {
      throw new TransportError('TOO_LARGE', `The message is longer than ${this.maxBytes} bytes`);
    }
    return text;
  }
}

/** Unwraps a payload from its `StreamRecord`, if it has one. */
function unpack(payload: unknown): { data: unknown; record: StreamRecordOptions } {
  return payload instanceof StreamRecord
    ? { data: payload.data, record: payload.options }
    : { data: payload, record: {} };
}
