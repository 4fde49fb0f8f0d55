import {
  eventsOperation,
  LIVE_BEAT_MS,
  type LiveChange,
  liveChangeSchema,
} from '@studiolo/contracts';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

import { fetchBytes } from '../../lib/api/client';
import { isAbsent } from '../../lib/api/errors';
import { endSession } from '../../lib/session/session';
import { readToken } from '../../lib/session/token';

/** A stream that is silent for this long is dead: the server writes every LIVE_BEAT_MS. */
const SILENT_MS = LIVE_BEAT_MS + 8_000;
const WATCH_INTERVAL_MS = 5_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/** `reset`: changes may have been missed, as before each start of the stream. */
export type LiveMessage = LiveChange | 'reset';

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms);
    signal.addEventListener('abort', () => resolve());
  });

/** Reads the stream of changes and reconnects whenever it breaks. */
export class LiveConnection {
  /** Ends the stream, or the pause that follows. */
  private attempt = new AbortController();
  private isPaused = false;
  private retryMs = FIRST_RETRY_MS;
  private failures = 0;
  private receivedAt = 0;

  constructor(private readonly deliver: (message: LiveMessage) => void) {}

  /** Resolves when the signal is aborted, the session has ended, or the server has no stream. */
  async run(stopping: AbortSignal): Promise<void> {
    const watch = setInterval(() => this.replaceSilent(), WATCH_INTERVAL_MS);
    stopping.addEventListener('abort', () => this.attempt.abort());
    while (!stopping.aborted && (await this.readOnce(readToken()))) {
      if (stopping.aborted || readToken() === null) break;
      await this.pauseUnlessAborted();
    }
    clearInterval(watch);
  }

  /** Reconnects at once, such as when a laptop wakes up or the network is back. */
  wake(): void {
    if (this.isPaused) {
      this.failures = 0;
      this.attempt.abort();
    } else this.replaceSilent();
  }

  /** Replaces a connection that broke without an error, such as while a laptop sleeps. */
  private replaceSilent(): void {
    if (!this.isPaused && Date.now() - this.receivedAt > SILENT_MS) this.attempt.abort();
  }

  /** Reads a stream to its end. Returns false when the server has none. */
  private async readOnce(token: string | null): Promise<boolean> {
    this.attempt = new AbortController();
    this.receivedAt = Date.now();
    const { signal } = this.attempt;
    const parser = createParser({
      onEvent: (event) => this.receive(event, token),
      onRetry: (ms) => (this.retryMs = ms),
    });
    try {
      const { body } = await fetchBytes(eventsOperation, { headers: {}, signal });
      const reader = body?.getReader();
      const decoder = new TextDecoder();
      for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
        this.receivedAt = Date.now();
        parser.feed(decoder.decode(part.value, { stream: true }));
      }
    } catch (error) {
      // The client has logged the error; every other error leads to the next attempt.
      if (isAbsent(error)) return false;
    }
    this.failures += 1;
    return true;
  }

  private receive({ event, data }: EventSourceMessage, token: string | null): void {
    if (event === 'hello') this.failures = 0;
    if (event === 'hello' || event === 'reset') this.deliver('reset');
    else if (event === 'change')
      this.deliver(liveChangeSchema.safeParse(JSON.parse(data)).data ?? 'reset');
    // The shared localStorage signs the other tabs out, too.
    else if (event === 'end' && readToken() === token) endSession();
  }

  /** Waits for the time that the server asked for, and twice as long after each further failure. */
  private async pauseUnlessAborted(): Promise<void> {
    const { signal } = this.attempt;
    if (signal.aborted) return;
    const backOff = this.retryMs * 2 ** Math.max(0, this.failures - 1);
    const ms = Math.min(backOff, LONGEST_RETRY_MS) * (0.75 + Math.random() / 2);
    this.isPaused = true;
    await pause(ms, signal);
    this.isPaused = false;
  }
}
