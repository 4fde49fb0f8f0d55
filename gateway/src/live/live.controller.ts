import { Controller } from '@nestjs/common';
import { eventsOperation } from '@studiolo/contracts';
import type { FastifyReply } from 'fastify';

import type { Call } from '../http/read-call.js';
import { Route } from '../http/route.decorator.js';
import { LiveFeeds } from './live-feeds.js';
import { LiveStream } from './live-stream.js';
import { type Position, positionOf } from './position.js';
import { StreamLimit } from './stream-limit.js';

const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  // Events must arrive one by one: proxies must not compress or buffer them.
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};
/** A position in no stream: a page that resumes from it is told to reload everything. */
const NOWHERE: Position = { epoch: '', id: '0-0' };

@Controller()
export class LiveController {
  constructor(
    private readonly feeds: LiveFeeds,
    private readonly limit: StreamLimit,
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
    const leave = await this.limit.enter(session.sessionId);
    const { socket } = request.raw;
    const stream = new LiveStream(session, reply);
    const close = await this.feeds.open(stream, from).catch((error: unknown) => {
      leave();
      throw error;
    });
    const end = () => {
      close();
      leave();
    };
    if (socket.destroyed) end();
    else socket.once('close', end);
  }
}
