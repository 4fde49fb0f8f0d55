import { randomUUID } from 'node:crypto';

import { type LiveNotice, sessionCacheKey } from '@studiolo/contracts';
import { LivePublisher } from '@studiolo/service-kit';
import { EventStream } from '@studiolo/testing/event-stream';
import { eventually } from '@studiolo/testing/eventually';
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';

import { FakeServices } from './support/fake-services.js';
import { SIGNING_KEY, signToken, TestGateway } from './support/test-gateway.js';

const userId = randomUUID();
const sessionId = randomUUID();
let redis: RedisProcess;
let services: FakeServices;
let gateway: Awaited<ReturnType<typeof TestGateway.replica>>;
let token: string;
let stream: EventStream;

const keepSession = () =>
  redis.run((connection) => connection.set(sessionCacheKey(sessionId), userId));
const change = () =>
  redis.run((connection) => {
    const change = { kind: 'profile', action: 'updated', project_id: null } as const;
    const notice: LiveNotice = { userId, change: { ...change, at: new Date().toISOString() } };
    return new LivePublisher(connection).publish(notice);
  });
const open = () => eventually(() => EventStream.open(gateway.url, { token }));

describe.each(redisKinds)('with %s', (kind) => {
  beforeAll(async () => {
    redis = await RedisProcess.start(kind);
    services = new FakeServices(redis.url, SIGNING_KEY);
    gateway = await TestGateway.replica(0, { REDIS_URL: redis.url });
    token = await signToken({ sub: userId, sid: sessionId });
  });
  afterAll(async () => {
    await gateway.close();
    await services.stop();
    await redis.stop();
  });
  beforeEach(async () => {
    await keepSession();
    stream = await open();
    await stream.becomes(['hello']);
  });
  afterEach(() => stream.close());

  test('a stream stays open while Redis is away and comes back empty', async () => {
    await redis.kill();
    expect((await fetch(`${gateway.url}/api/events`, bearer())).status).toBe(503);
    await redis.launch();
    await keepSession();
    await stream.becomes(['hello', 'reset']);
    await eventually(async () => {
      await change();
      expect(stream.news.at(-1)).toBe('profile updated');
    });
  });
});

const bearer = () => ({ headers: { authorization: `Bearer ${token}` } });
