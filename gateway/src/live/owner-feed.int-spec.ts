import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';

import { LIVE_HISTORY_MAX } from '@studiolo/contracts';
import { LivePublisher } from '@studiolo/service-kit';
import { eventually } from '@studiolo/testing/eventually';
import { Redis } from 'ioredis';

import { LiveHistory } from './live-history.js';
import { LiveStream } from './live-stream.js';
import { OwnerFeed } from './owner-feed.js';

let redis: Redis;
beforeAll(async () => {
  redis = new Redis(`${process.env.REDIS_URL}/10`);
  await redis.ping();
});
afterAll(() => redis.disconnect());

const ownerId = randomUUID();
const change = () => {
  const news = { kind: 'profile', action: 'updated', project_id: null } as const;
  const notice = { ownerId, change: { ...news, at: new Date().toISOString() } };
  return new LivePublisher(redis).publish(notice, randomUUID());
};

test('a page that reads nothing costs 32 KiB at most and is told to read everything again', async () => {
  const feed = new OwnerFeed(ownerId, new LiveHistory(redis));
  const stream = new LiveStream({ userId: ownerId, sessionId: randomUUID() });
  await feed.join(stream, undefined, 1000);
  const { output } = stream;
  const unread = () => output.readableLength + output.writableLength;
  const half = LIVE_HISTORY_MAX / 2;
  for (let round = 0; round < 5; round++) {
    await Promise.all(Array.from({ length: half }, change));
    await feed.look();
    expect(unread()).toBeLessThan(33 * 1024);
  }
  const told = text(output);
  await eventually(() => expect(unread()).toBe(0));
  await change();
  await feed.look();
  stream.end({ reason: 'session_ended' });
  const events = [...(await told).matchAll(/^event: (\w+)/gm)].map(([, name]) => name);
  expect(events.filter((name) => name === 'reset')).toHaveLength(1);
  expect(events.slice(-3)).toEqual(['reset', 'change', 'end']);
});
