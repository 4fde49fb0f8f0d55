import { Controller } from '@nestjs/common';
import { eventsOperation, LIVE_BEAT_MS } from '@studiolo/contracts';
import type { FastifyReply } from 'fastify';

import type { Call } from '../http/read-call.js';
import { Route } from '../routing/route.decorator.js';
import { SessionReader } from '../session/session-reader.js';
import { LIVE_HEADERS, LiveStream } from './live-stream.js';
import { LiveStreams } from './live-streams.js';
import { StreamLimit } from './stream-limit.js';

@Controller()
export class LiveController {
  constructor(
    private readonly streams: LiveStreams,
    private readonly limit: StreamLimit,
    private readonly sessions: SessionReader,
  ) {}

  @Route(eventsOperation)
  async events(
    { headers, session, request }: Call<typeof eventsOperation>,
    reply: FastifyReply,
  ): Promise<void> {
    if (request.method === 'HEAD') return void (await reply.headers(LIVE_HEADERS).send());
    const place = await this.limit.enter(session.sessionId);
    const stream = new LiveStream(session, reply);
    const timer = setInterval(() => {
      void this.limit.keep(place);
      void this.beat(stream);
    }, LIVE_BEAT_MS).unref();
    const free = () => {
      clearInterval(timer);
      this.streams.unsubscribe(stream);
      void this.limit.leave(place);
    };
    try {
      await this.streams.subscribe(stream);
    } catch (error) {
      free();
      throw error;
    }
    if (headers['last-event-id']) stream.reset();
    // The request's socket: a pipelined answer has none of its own until its turn.
    const { socket } = request.raw;
    if (socket.destroyed) free();
    else socket.once('close', free);
  }

  /** Sends a heartbeat, unless the session has expired, or has ended without a notice that arrived. */
  private async beat(stream: LiveStream): Promise<void> {
    stream.beat();
    // A stream whose session cannot be checked stays open: every call of the page checks the session anyway.
    const isAlive = await this.sessions.isAlive(stream.session).catch(() => true);
    if (!isAlive) stream.end({ reason: 'session_ended' });
  }
}
