import { once } from 'node:events';
import { PassThrough } from 'node:stream';

import type { LiveChange, LiveEnd } from '@studiolo/contracts';

import type { Session } from '../session/session.js';
import { resets } from './live-metrics.js';
import { cursorOf, type Position } from './position.js';

/** What a page may leave unread, in bytes, before nothing more is written for it. */
const UNREAD_MAX = 16 * 1024;
/** How long a page may take to read the end, in milliseconds. */
const LAST_WORDS_MS = 5_000;

/** The events of one open page, as text. */
export class LiveStream {
  readonly output = new PassThrough({ highWaterMark: UNREAD_MAX });
  /** Up to here the page was told everything. */
  place: Position;

  constructor(readonly session: Session) {}

  get isClosed(): boolean {
    return this.output.destroyed || this.output.writableEnded;
  }

  /** Whether the page has left so much unread that it must read on before it is told more. */
  get isBehind(): boolean {
    return this.output.writableNeedDrain;
  }

  /** Resolves when the page has read on, or is closed. */
  async drained(): Promise<void> {
    if (this.isClosed || !this.isBehind) return;
    const settled = new AbortController();
    const { signal } = settled;
    const events = ['drain', 'close'].map((name) => once(this.output, name, { signal }));
    await Promise.race(events.map((event) => event.catch(() => undefined)));
    settled.abort();
  }

  hello(place: Position, retryMs: number): void {
    this.place = place;
    const cursor = cursorOf(place);
    this.write(`retry: ${retryMs}\n${eventText('hello', { cursor }, place)}`);
  }

  change(place: Position, change: LiveChange): void {
    this.place = place;
    this.write(eventText('change', change, place));
  }

  /** Says that changes before this place are missing. */
  reset(place: Position): void {
    resets.inc();
    this.place = place;
    this.write(eventText('reset', {}, place));
  }

  beat(): void {
    if (!this.isBehind) this.write(': beat\n\n');
  }

  /** Ends for good: the page must not come back with this session. */
  end(end: LiveEnd): void {
    this.finish(eventText('end', end));
  }

  /** Ends at this gateway: the page comes back, to another one perhaps, after so many milliseconds. */
  release(retryMs: number): void {
    this.finish(`retry: ${retryMs}\n\n`);
  }

  private finish(text: string): void {
    if (this.isClosed) return;
    this.output.end(text);
    setTimeout(() => this.output.destroy(), LAST_WORDS_MS).unref();
  }

  private write(text: string): void {
    if (!this.isClosed) this.output.write(text);
  }
}

function eventText(name: string, data: object, place?: Position): string {
  const id = place ? `id: ${cursorOf(place)}\n` : '';
  return `event: ${name}\n${id}data: ${JSON.stringify(data)}\n\n`;
}
