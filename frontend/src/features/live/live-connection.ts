import {
  eventsOperation,
  LIVE_BEAT_MS,
  type LiveChange,
  liveChangeSchema,
  liveHelloSchema,
} from '@studiolo/contracts';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

import { openStream } from '../../lib/api/client';
import { readToken, signOut } from '../../lib/session';

/** A stream that is silent for this long is dead: the server writes every LIVE_BEAT_MS. */
const SILENT_MS = LIVE_BEAT_MS + 8_000;
const WATCH_INTERVAL_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

export type LiveMessage =
  | { type: 'hello'; cursor: string; isResumed: boolean }
  | { type: 'change'; cursor: string; change: LiveChange }
  | { type: 'reset'; cursor: string }
  | { type: 'lost' };

/** Reads the stream of changes and reconnects whenever it breaks. */
export class LiveConnection {
  private attempt = new AbortController();
  private retryMs = FIRST_RETRY_MS;
  private failures = 0;
  private heardAt = 0;
  private isReplacing = false;
  private endPause: (() => void) | undefined;

  /** @param cursor of the last change read; undefined starts with the next change */
  constructor(
    private readonly tell: (message: LiveMessage) => void,
    private cursor?: string,
  ) {}

  /** Resolves when the signal is aborted, or the session has ended. */
  async run(signal: AbortSignal): Promise<void> {
    const stop = () => {
      this.attempt.abort();
      this.endPause?.();
    };
    signal.addEventListener('abort', stop);
    const watch = setInterval(() => {
      this.replaceSilent();
    }, WATCH_INTERVAL_MS);
    for (;;) {
      await this.readOnce(readToken());
      if (signal.aborted || readToken() === null) break;
      this.tell({ type: 'lost' });
      if (!this.isReplacing) await this.pause();
    }
    clearInterval(watch);
    signal.removeEventListener('abort', stop);
  }

  /** Reconnects at once, such as when a laptop wakes up or the network is back. */
  wake(): void {
    if (this.endPause) {
      this.failures = 0;
      this.endPause();
    } else this.replaceSilent();
  }

  /** Replaces a connection that broke without an error, such as while a laptop sleeps. */
  private replaceSilent(): void {
    if (this.endPause || Date.now() - this.heardAt <= SILENT_MS) return;
    this.isReplacing = true;
    this.attempt.abort();
  }

  private async readOnce(token: string | null): Promise<void> {
    this.attempt = new AbortController();
    this.isReplacing = false;
    this.heardAt = Date.now();
    const { signal } = this.attempt;
    const headers = this.cursor === undefined ? {} : { 'last-event-id': this.cursor };
    const parser = createParser({
      onEvent: (event) => {
        this.hear(event, token);
      },
      onRetry: (ms) => (this.retryMs = ms),
    });
    try {
      const { body } = await openStream(eventsOperation, { headers, signal });
      const reader = body?.getReader();
      const decoder = new TextDecoder();
      for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
        this.heardAt = Date.now();
        parser.feed(decoder.decode(part.value, { stream: true }));
      }
    } catch {
      // The client has logged the error; every error leads to the next attempt.
    }
    this.failures += 1;
  }

  private hear({ event, id, data }: EventSourceMessage, token: string | null): void {
    const content: unknown = JSON.parse(data);
    if (event === 'hello') {
      const { cursor } = liveHelloSchema.parse(content);
      this.failures = 0;
      const isResumed = this.cursor !== undefined;
      this.move({ type: 'hello', cursor, isResumed });
    } else if (event === 'change' && id !== undefined) {
      this.move({ type: 'change', cursor: id, change: liveChangeSchema.parse(content) });
    } else if (event === 'reset' && id !== undefined) this.move({ type: 'reset', cursor: id });
    // The shared localStorage signs the other tabs out, too.
    else if (event === 'end' && readToken() === token) signOut();
  }

  private move(message: Exclude<LiveMessage, { type: 'lost' }>): void {
    this.cursor = message.cursor;
    this.tell(message);
  }

  /** Waits for the time that the server asked for, and twice as long after each further failure. */
  private pause(): Promise<void> {
    const backOff = this.retryMs * 2 ** Math.max(0, this.failures - 1);
    const ms = Math.min(backOff, LONGEST_RETRY_MS) * (0.75 + Math.random() / 2);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.endPause?.(), ms);
      this.endPause = () => {
        clearTimeout(timer);
        this.endPause = undefined;
        resolve();
      };
    });
  }
}
