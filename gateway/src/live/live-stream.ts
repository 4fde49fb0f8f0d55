import type { OutgoingHttpHeaders } from 'node:http';

import type { LiveChange, LiveEnd } from '@studiolo/contracts';
import type { FastifyReply } from 'fastify';

import type { Session } from '../session/session.js';
import { resets } from './live-metrics.js';
import { cursorOf, type Position } from './position.js';

/** What a page may leave unread, in bytes, before nothing more is written for it. */
const UNREAD_MAX = 16 * 1024;
/** How long a page may take to read the end, in milliseconds. */
const LAST_WORDS_MS = 5_000;

/** The events of one open page, written past the framework, which would keep the whole way of the request. */
export class LiveStream {
  /** Up to here the page was told everything. */
  place: Position;

  constructor(
    readonly session: Session,
    readonly reply: FastifyReply,
  ) {}

  get isClosed(): boolean {
    const { req, writableEnded } = this.reply.raw;
    return writableEnded || req.socket.destroyed;
  }

  /** Whether the page has left so much unread that it must read on before it is told more. */
  get isBehind(): boolean {
    return this.reply.raw.writableLength > UNREAD_MAX;
  }

  /** Resolves when the page has read on; perhaps never when it is closed meanwhile. */
  async drained(): Promise<void> {
    if (this.isClosed || !this.isBehind) return;
    // Nothing is written, and called back when everything before it has been.
    await new Promise((resolve) => this.reply.raw.write('', resolve));
  }

  /** Begins the answer: from here on no error can be answered. */
  hello(place: Position, retryMs: number): void {
    this.place = place;
    const cursor = cursorOf(place);
    const headers = this.reply.hijack().getHeaders() as OutgoingHttpHeaders;
    this.reply.raw.writeHead(200, { ...headers, connection: 'close' });
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
    const { raw } = this.reply;
    raw.end(text);
    setTimeout(() => raw.req.socket.destroy(), LAST_WORDS_MS).unref();
  }

  private write(text: string): void {
    if (!this.isClosed) this.reply.raw.write(text);
  }
}

function eventText(name: string, data: object, place?: Position): string {
  const id = place ? `id: ${cursorOf(place)}\n` : '';
  return `event: ${name}\n${id}data: ${JSON.stringify(data)}\n\n`;
}
