import type { ReadPacket } from '@nestjs/microservices';

import { StreamRecord, type StreamRecordOptions } from '../stream-record.js';

export interface UnpackedMessage {
  readonly data: unknown;
  readonly record: StreamRecordOptions;
  /** The header's part: what the dispatch hook and the record have given, the record last. */
  readonly metadata: { readonly metadata?: Record<string, string> };
}

/** Takes a payload out of its `StreamRecord`, if it is in one. */
export function unpack(packet: ReadPacket): UnpackedMessage {
  const payload: unknown = packet.data;
  const [data, record] =
    payload instanceof StreamRecord ? [payload.data as unknown, payload.options] : [payload, {}];
  const metadata = { ...packet.metadata, ...record.metadata };
  return { data, record, metadata: Object.keys(metadata).length > 0 ? { metadata } : {} };
}
