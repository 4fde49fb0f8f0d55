import { eventually } from '@studiolo/testing/eventually';
import { EventSourceParserStream } from 'eventsource-parser/stream';

export interface StreamEvent {
  readonly event: string | undefined;
  readonly id: string | undefined;
  readonly data: Record<string, unknown>;
  /** Time of arrival, in epoch milliseconds. */
  readonly receivedAt: number;
}

export interface StreamOptions {
  readonly token: string;
  readonly lastEventId?: string | undefined;
  /** Called with each event as it arrives. */
  readonly onEvent?: (event: StreamEvent) => void;
}

/** One open `GET /api/events` stream, read as it arrives. */
export class EventStream {
  /** Every event received, oldest first. */
  readonly events: StreamEvent[] = [];
  readonly comments: string[] = [];
  /** The server's `retry` value: milliseconds before reconnecting. */
  retryMs: number | undefined;

  private readonly abort = new AbortController();
  private reading: Promise<void> | undefined;

  /** @throws the answer's text when it is not a stream */
  static async open(
    api: string,
    { token, lastEventId, onEvent }: StreamOptions,
  ): Promise<EventStream> {
    const stream = new EventStream();
    const response = await fetch(`${api}/api/events`, {
      headers: {
        authorization: `Bearer ${token}`,
        ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      },
      signal: stream.abort.signal,
    });
    if (!response.ok || !response.body) {
      throw new Error(`${response.status} ${await response.text()}`);
    }
    stream.reading = stream.read(response.body, onEvent);
    return stream;
  }

  /** What a client that follows the standard sends when it reconnects. */
  get lastEventId(): string | undefined {
    return this.events.findLast(({ id }) => id !== undefined)?.id;
  }

  /** As words: `hello`, `project updated`, `session_ended`. */
  get news(): string[] {
    return this.events.map(({ event = '', data: { kind, action, reason } }) => {
      if (event === 'change') return `${String(kind)} ${String(action)}`;
      return typeof reason === 'string' ? reason : event;
    });
  }

  /** Waits until exactly these events have arrived. */
  becomes(news: readonly string[]): Promise<void> {
    return eventually(() => {
      if (JSON.stringify(this.news) !== JSON.stringify(news)) {
        throw new Error(`Expected ${news.join(', ')}, was told ${this.news.join(', ')}`);
      }
    });
  }

  /** Resolves when it has ended. */
  ended(): Promise<void> {
    return this.reading ?? Promise.resolve();
  }

  close(): void {
    this.abort.abort();
  }

  private async read(
    body: NonNullable<Response['body']>,
    onEvent?: StreamOptions['onEvent'],
  ): Promise<void> {
    const parser = new EventSourceParserStream({
      onRetry: (ms) => (this.retryMs = ms),
      onComment: (comment) => this.comments.push(comment),
    });
    try {
      for await (const { event, id, data: json } of body
        .pipeThrough(new TextDecoderStream())
        .pipeThrough(parser)) {
        const data = JSON.parse(json) as Record<string, unknown>;
        const received = { event, id, data, receivedAt: Date.now() };
        this.events.push(received);
        onEvent?.(received);
      }
    } catch {
      // Cut off, by us or by the other side.
    }
  }
}
