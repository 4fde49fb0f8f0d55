import { Controller } from '@nestjs/common';
import { eventsOperation } from '@studiolo/contracts';
import type { FastifyReply } from 'fastify';

import type { Call } from '../http/read-call.js';
import { Route } from '../routing/route.decorator.js';
import { LIVE_HEADERS, LiveStream } from './live-stream.js';
import { LiveStreams } from './live-streams.js';
import { StreamLimit } from './stream-limit.js';

@Controller()
export class LiveController {
  constructor(
    private readonly streams: LiveStreams,
    private readonly limit: StreamLimit,
  ) {}

  @Route(eventsOperation)
  async events(
    { headers, session, request }: Call<typeof eventsOperation>,
    reply: FastifyReply,
  ): Promise<void> {
    if (request.method === 'HEAD') return void (await reply.headers(LIVE_HEADERS).send());
    const slot = await this.limit.enter(session.sessionId);
    const stream = new LiveStream(session, reply);
    const free = () => {
      this.streams.unsubscribe(stream);
      void this.limit.leave(slot);
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
}
