import type { ReadPacket } from '@nestjs/microservices';

import { StreamRecord } from '../stream-record.js';
import { TransportError } from '../transport.error.js';
import { MAX_MESSAGE_BYTES } from '../wire/entry.js';

export type OutgoingMessage = ReturnType<typeof composeMessage>;

/**
 * Makes a message from a caller's packet: an id, metadata, and the payload as text.
 * @param number counts the messages of the client
 * @throws TransportError `TOO_LARGE`
 */
export function composeMessage(clientId: string, number: number, packet: ReadPacket) {
  const record: StreamRecord =
    packet.data instanceof StreamRecord ? packet.data : new StreamRecord(packet.data);
  const { messageId = `${clientId}-${number}`, metadata = {}, timeoutMs } = record.options;
  const header = { id: messageId, pattern: String(packet.pattern) };
  return { number, header, body: { metadata, dataText: encode(record.data) }, timeoutMs };
}

function encode(data: unknown): string {
  const text = JSON.stringify(data) ?? 'null';
  // A UTF-16 unit is at most three bytes of UTF-8.
  if (text.length * 3 > MAX_MESSAGE_BYTES && Buffer.byteLength(text) > MAX_MESSAGE_BYTES) {
    throw new TransportError('TOO_LARGE', `The message is longer than ${MAX_MESSAGE_BYTES} bytes`);
  }
  return text;
}
