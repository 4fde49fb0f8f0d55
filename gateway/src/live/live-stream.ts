import type { OutgoingHttpHeaders } from 'node:http';

import type { LiveChange, LiveEnd } from '@studiolo/contracts';
import type { FastifyReply } from 'fastify';

import type { Session } from '../session/session.js';
import { resets } from './live-metrics.js';
import { cursorOf, type Position } from './position.js';

/** Unread bytes of a page above which nothing more is written to it. */
const UNREAD_MAX = 16 * 1024;
/** How long a page may take to read the last event, in milliseconds. */
const LAST_WORDS_MS = 5_000;

/** The event stream of one open page, written without the framework, which would keep the request's whole context. */
export class LiveStream {
  /** The page has been sent everything up to this position. */
  place: Position;

  constructor(
    readonly session: Session,
    readonly reply: FastifyReply,
  ) {}

  get isClosed(): boolean {
    const { req, writableEnded } = this.reply.raw;
    return writableEnded || req.socket.destroyed;
  }

  /** Whether the page has so much unread that it must read before more is sent. */
  get isBehind(): boolean {
    return this.reply.raw.writableLength > UNREAD_MAX;
  }

  /** Resolves when the page has caught up; perhaps never if it is closed meanwhile. */
  async drained(): Promise<void> {
    if (this.isClosed || !this.isBehind) return;
    // The callback of an empty write runs when everything before it has been written.
    await new Promise((resolve) => this.reply.raw.write('', resolve));
  }

  /** Starts the answer; after this no error can be sent. */
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

  /** Tells the page that changes before this position are missing. */
  reset(place: Position): void {
    resets.inc();
    this.place = place;
    this.write(eventText('reset', {}, place));
  }

  beat(): void {
    if (!this.isBehind) this.write(': beat\n\n');
  }

  /** Ends the stream for good: the page must not reconnect with this session. */
  end(end: LiveEnd): void {
    this.finish(eventText('end', end));
  }

  /** Ends the stream here: the page reconnects, perhaps to another gateway, after `retryMs` milliseconds. */
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
