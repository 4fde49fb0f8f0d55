export interface StreamRecordOptions {
  /** Identifies the message over resends; the consumer can tell duplicates by it. Default: unique. */
  readonly messageId?: string;
  /** Milliseconds until the request expires. Default: the client's `timeoutMs`. */
  readonly timeoutMs?: number;
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
