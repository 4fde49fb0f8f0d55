import type { ReadPacket } from '@nestjs/microservices';

import { StreamRecord, type StreamRecordOptions } from '../stream-record.js';
import { TransportError } from '../transport.error.js';
import { MAX_MESSAGE_BYTES, type MessageHeader } from '../wire/entry.js';

export interface OutgoingMessage {
  /** Counts the messages of one client. */
  readonly number: number;
  readonly header: Pick<MessageHeader, 'id' | 'pattern' | 'metadata'>;
  readonly dataText: string;
  /** Milliseconds until the message expires, if its record says so. */
  readonly timeoutMs: number | undefined;
}

/**
 * Makes a message from a caller's packet: an id, metadata, and the payload as text.
 * @param number counts the messages of the client
 * @throws TransportError `TOO_LARGE`
 */
export function composeMessage(
  clientId: string,
  number: number,
  packet: ReadPacket,
): OutgoingMessage {
  const { data, options } = unpack(packet.data);
  const { messageId = `${clientId}-${number}`, metadata, timeoutMs } = options;
  const header = { id: messageId, pattern: String(packet.pattern), ...(metadata && { metadata }) };
  return { number, header, dataText: encode(data), timeoutMs };
}

function encode(data: unknown): string {
  const text = JSON.stringify(data) ?? 'null';
  // A UTF-16 unit is at most three bytes of UTF-8.
  if (text.length * 3 > MAX_MESSAGE_BYTES && Buffer.byteLength(text) > MAX_MESSAGE_BYTES) {
    throw new TransportError('TOO_LARGE', `The message is longer than ${MAX_MESSAGE_BYTES} bytes`);
  }
  return text;
}

/** Takes a payload out of its `StreamRecord`, if it has one. */
function unpack(payload: unknown): { data: unknown; options: StreamRecordOptions } {
  return payload instanceof StreamRecord ? payload : { data: payload, options: {} };
}
