import type { OutgoingHttpHeaders } from 'node:http';

import type { LiveEnd, LiveSignal } from '@studiolo/contracts';
import type { FastifyReply } from 'fastify';

import type { Session } from '../session/token-verifier.js';

export const LIVE_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Events must arrive one by one: proxies must not compress or buffer them.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};
/** Unread bytes of a page above which nothing more is written to it. */
const UNREAD_MAX = 16 * 1024;
/** How long a page may take to read the last event, in milliseconds. */
const END_TIMEOUT_MS = 5_000;
/** Sent with `hello`: a client that follows the standard sends the id as Last-Event-ID when it reconnects. */
const EVENT_ID = '1';

/** The event stream of one open page, written without the framework, which would keep the request's whole context. */
export class LiveStream {
  private isResetDue = false;

  constructor(
    readonly session: Session,
    private readonly reply: FastifyReply,
  ) {}

  /** Starts the answer; after this no error can be sent. */
  hello(retryMs: number): void {
    const headers = this.reply.headers(LIVE_HEADERS).hijack().getHeaders() as OutgoingHttpHeaders;
    this.reply.raw.writeHead(200, { ...headers, connection: 'close' });
    this.write(`retry: ${retryMs}\nid: ${EVENT_ID}\n${eventText('hello', {})}`);
  }

  /** @param notice undefined for one that cannot be read: the page must read everything again */
  deliver(notice: LiveSignal | undefined): void {
    if (!notice) this.reset();
    else if ('end' in notice) {
      if (notice.end.sessionIds.includes(this.session.sessionId)) this.end(notice.end);
    } else if (this.isBehind) this.reset();
    else this.write(eventText('change', notice.change));
  }

  /**
   * Makes the page read everything again, since it may have missed a change. Waits until the page has read what came
   * before.
   */
  reset(): void {
    if (this.isResetDue || !this.isOpen) return;
    this.isResetDue = true;
    // The callback of an empty write runs when everything before it has been written.
    this.reply.raw.write('', () => {
      this.isResetDue = false;
      this.write(eventText('reset', {}));
    });
  }

  beat(): void {
    if (!this.isBehind) this.write(': beat\n\n');
  }

  /** Ends the stream for good: the page must not reconnect with this session. */
  end({ reason }: LiveEnd): void {
    this.finish(eventText('end', { reason }));
  }

  /** Ends the stream here: the page reconnects, perhaps to another gateway, after `retryMs` milliseconds. */
  release(retryMs: number): void {
    this.finish(`retry: ${retryMs}\n\n`);
  }

  /** Before `hello` nothing may be sent, and nothing is missed: the page reads everything after it. */
  private get isOpen(): boolean {
    const { headersSent, writableEnded, req } = this.reply.raw;
    return headersSent && !writableEnded && !req.socket.destroyed;
  }

  private get isBehind(): boolean {
    return this.reply.raw.writableLength > UNREAD_MAX;
  }

  private finish(text: string): void {
    if (!this.isOpen) return;
    const { raw } = this.reply;
    raw.end(text);
    setTimeout(() => raw.req.socket.destroy(), END_TIMEOUT_MS).unref();
  }

  private write(text: string): void {
    if (this.isOpen) this.reply.raw.write(text);
  }
}

function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
