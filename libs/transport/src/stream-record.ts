export interface StreamRecordOptions {
  /** Identifies the message over resends; the consumer can tell duplicates by it. Default: unique. */
  readonly messageId?: string;
  /** Milliseconds until the request expires. Default: the client's `timeoutMs`. */
  readonly timeoutMs?: number;
  /** Events only: those of one key run in the order they were emitted, one at a time. Default: no order. */
  readonly key?: string;
  /** Events only: milliseconds until a replica gets it. Default: at once. */
  readonly delayMs?: number;
  /** Travels beside the payload and is read through `RedisStreamsContext.getMetadata()`. */
  readonly metadata?: Record<string, string>;
}

/** A payload with options of its own: `client.send(pattern, new StreamRecord(data, { … }))`. */
export class StreamRecord<T = unknown> {
  constructor(
    readonly data: T,
    readonly options: StreamRecordOptions = {},
  ) {}
}
