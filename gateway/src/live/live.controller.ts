import { Controller } from '@nestjs/common';
import { eventsOperation, LIVE_BEAT_MS } from '@studiolo/contracts';
import type { FastifyReply } from 'fastify';

import type { Call } from '../http/read-call.js';
import { Route } from '../http/route.decorator.js';
import { SessionReader } from '../session/session-reader.js';
import { LiveFeeds } from './live-feeds.js';
import { LiveStream } from './live-stream.js';
import { type Position, positionOf } from './position.js';
import { StreamLimit } from './stream-limit.js';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Events are to arrive one by one: nothing may compress or collect them.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};
/** A place that no stream has: a page that comes from there reads everything again. */
const NOWHERE: Position = { epoch: '', id: '0-0' };

@Controller()
export class LiveController {
  constructor(
    private readonly feeds: LiveFeeds,
    private readonly limit: StreamLimit,
    private readonly sessions: SessionReader,
  ) {}

  @Route(eventsOperation)
  async events(
    { headers, session, request }: Call<typeof eventsOperation>,
    reply: FastifyReply,
  ): Promise<void> {
    reply.headers(HEADERS);
    if (request.method === 'HEAD') return void (await reply.send());
    const lastEventId = headers['last-event-id'];
    const from = lastEventId ? (positionOf(lastEventId) ?? NOWHERE) : undefined;
    const stream = new LiveStream(session);
    const leave = await this.limit.enter(session.sessionId);
    const close = await this.feeds.open(stream, from).catch((error: unknown) => {
      leave();
      throw error;
    });
    const timer = setInterval(() => void this.beat(stream), LIVE_BEAT_MS);
    stream.output.once('close', () => {
      clearInterval(timer);
      close();
      leave();
    });
    if (reply.raw.destroyed) stream.output.destroy();
    else await reply.send(stream.output);
  }

  /** Says that the stream is there, unless its session has expired or ended without a word that arrived. */
  private async beat(stream: LiveStream): Promise<void> {
    stream.beat();
    // Nobody knows while auth is away: every call of the page asks again.
    const isAlive = await this.sessions.isAlive(stream.session).catch(() => true);
    if (!isAlive) stream.end({ reason: 'session_ended' });
  }
}
