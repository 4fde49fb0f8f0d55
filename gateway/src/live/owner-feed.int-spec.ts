import { randomUUID } from 'node:crypto';

import { LIVE_HISTORY_MAX } from '@studiolo/contracts';
import { LivePublisher } from '@studiolo/service-kit';
import { eventually } from '@studiolo/testing/eventually';
import { fastify } from 'fastify';
import { Redis } from 'ioredis';

import { LiveHistory } from './live-history.js';
import { LiveStream } from './live-stream.js';
import { OwnerFeed } from './owner-feed.js';

const server = fastify();
let redis: Redis;
beforeAll(async () => {
  redis = new Redis(`${process.env.REDIS_URL}/10`);
  await redis.ping();
});
afterAll(async () => {
  await server.close();
  redis.disconnect();
});

const ownerId = randomUUID();
const change = () => {
  const news = { kind: 'profile', action: 'updated', project_id: null } as const;
  const notice = { ownerId, change: { ...news, at: new Date().toISOString() } };
  return new LivePublisher(redis).publish([{ id: randomUUID(), payload: notice }]);
};

/** Opens a stream to a new request; returns the stream and the request's answer. */
async function openStream(): Promise<{ stream: LiveStream; answer: Promise<Response> }> {
  const opened = Promise.withResolvers<LiveStream>();
  server.get('/', (_request, reply) => {
    opened.resolve(new LiveStream({ userId: ownerId, sessionId: randomUUID() }, reply));
  });
  const answer = fetch(await server.listen({ host: '127.0.0.1', port: 0 }));
  return { stream: await opened.promise, answer };
}

test('a page that reads nothing takes at most 32 KiB of memory and is told to reload everything', async () => {
  const feed = new OwnerFeed(ownerId, new LiveHistory(redis));
  const { stream, answer } = await openStream();
  await feed.join(stream, undefined, 1000);
  const { raw } = stream.reply;
  const told = answer.then((response) => response.text());
  await eventually(() => expect(raw.writableLength).toBe(0));
  // Keeps the data in the process; the operating system would buffer much of it.
  raw.socket?.cork();
  const half = LIVE_HISTORY_MAX / 2;
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: half }, change));
    await feed.look();
    expect(raw.writableLength).toBeGreaterThan(16 * 1024);
    expect(raw.writableLength).toBeLessThan(33 * 1024);
  }
  raw.socket?.uncork();
  await eventually(() => expect(raw.writableLength).toBe(0));
  await change();
  await feed.look();
  stream.end({ reason: 'session_ended' });
  const events = [...(await told).matchAll(/^event: (\w+)/gm)].map(([, name]) => name);
  expect(events.filter((name) => name === 'reset')).toHaveLength(1);
  expect(events.slice(-3)).toEqual(['reset', 'change', 'end']);
});
