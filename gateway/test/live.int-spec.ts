import { randomUUID } from 'node:crypto';

import { jest } from '@jest/globals';
import {
  authMessages,
  ENDED_SESSION,
  LIVE_STREAMS_PER_SESSION,
  type LiveNotice,
  liveStreamKey,
  sessionCacheKey,
} from '@studiolo/contracts';
import { LivePublisher } from '@studiolo/service-kit';
import { EventStream } from '@studiolo/testing/event-stream';
import { eventually } from '@studiolo/testing/eventually';

import { type SignedIn, signToken, TestGateway } from './support/test-gateway.js';

const ALL_BUT_INTERVALS = [
  ...(['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const),
];
const APP_URL = 'http://app.test';
/** Headers that an endless answer does not have. */
const OF_A_BODY = ['content-length', 'keep-alive'];
const DATABASE = 9;
let gateway: TestGateway;
let publisher: LivePublisher;
let user: SignedIn;
let opened: EventStream[];

beforeAll(async () => {
  gateway = await TestGateway.start(DATABASE);
  publisher = new LivePublisher(gateway.redis);
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  gateway.services.reset();
  user = await gateway.signIn();
  opened = [];
});
afterEach(() => opened.forEach((stream) => stream.close()));

async function open(
  { token }: SignedIn = user,
  { lastEventId, url = gateway.url }: { lastEventId?: string | undefined; url?: string } = {},
): Promise<EventStream> {
  const stream = await EventStream.open(url, {
    token,
    ...(lastEventId !== undefined && { lastEventId }),
  });
  opened.push(stream);
  return stream;
}

/** The headers of an answer; its body is not read. */
async function headersOf(path: string): Promise<Headers> {
  const abort = new AbortController();
  const { status, headers } = await fetch(gateway.url + path, {
    headers: { authorization: `Bearer ${user.token}`, origin: APP_URL },
    signal: abort.signal,
  });
  abort.abort();
  expect(status).toBe(200);
  return headers;
}

const publish = (notice: LiveNotice) => publisher.publish([{ id: randomUUID(), payload: notice }]);
const change = (ownerId = user.userId, action: 'created' | 'updated' | 'deleted' = 'updated') =>
  publish({
    ownerId,
    change: { kind: 'project', action, project_id: randomUUID(), at: new Date().toISOString() },
  });
const end = (reason: 'session_ended' | 'account_deleted', sessionIds: string[] | null) =>
  publish({ ownerId: user.userId, end: { reason, sessionIds } });

describe('a stream', () => {
  test('sends hello with a cursor, then each change with the cursor after it', async () => {
    const stream = await open();
    await stream.becomes(['hello']);
    expect(stream.events[0]?.data).toEqual({ cursor: stream.cursor });
    const projectId = randomUUID();
    const at = new Date().toISOString();
    const news = { kind: 'file', action: 'created', project_id: projectId, at } as const;
    await publish({ ownerId: user.userId, change: news });
    await stream.becomes(['hello', 'file created']);
    expect(stream.events[1]?.data).toEqual(news);
    expect(stream.events[1]?.id).not.toBe(stream.events[0]?.id);
  });

  test('tells proxies not to cache, change or buffer it, and to close its connection afterwards', async () => {
    const answered = await headersOf('/api/events');
    expect(answered.get('content-type')).toContain('text/event-stream');
    expect(answered.get('cache-control')).toBe('no-store, no-transform');
    expect(answered.get('x-accel-buffering')).toBe('no');
    expect(answered.get('connection')).toBe('close');
  });

  test('has a request id and the headers that every other answer has for browsers', async () => {
    const [answered, usual] = [await headersOf('/api/events'), await headersOf('/health/live')];
    expect(answered.get('access-control-allow-origin')).toBe(APP_URL);
    expect(answered.get('access-control-expose-headers')).toContain('X-Request-Id');
    expect(answered.get('content-security-policy')).toContain("default-src 'none'");
    const names = [...usual.keys()].filter((name) => !OF_A_BODY.includes(name));
    expect(names.filter((name) => !answered.has(name))).toEqual([]);
    expect(answered.get('x-request-id')).not.toBe(usual.get('x-request-id'));
  });

  test('sends nobody the changes of another user, also not on resuming', async () => {
    const other = await gateway.signIn();
    const [mine, theirs] = [await open(), await open(other)];
    await mine.becomes(['hello']);
    await change(other.userId, 'deleted');
    await change();
    await mine.becomes(['hello', 'project updated']);
    await theirs.becomes(['hello', 'project deleted']);
    const again = await open(other, { lastEventId: mine.events[0]?.id });
    await again.becomes(['hello', 'reset']);
  });

  test('opens for a page while another page of the owner closes', async () => {
    for (let count = 0; count < 20; count++) {
      const first = await open();
      const second = open();
      first.close();
      const stream = await second;
      await change();
      await stream.becomes(['hello', 'project updated']);
      stream.close();
    }
  });
});

describe('a stream that breaks', () => {
  test('continues at another gateway without a gap, in the same order', async () => {
    const first = await open();
    await change();
    await first.becomes(['hello', 'project updated']);
    first.close();
    await change(user.userId, 'created');
    await change(user.userId, 'deleted');
    const replica = await TestGateway.replica(DATABASE);
    const second = await open(user, { lastEventId: first.cursor, url: replica.url });
    await second.becomes(['hello', 'project created', 'project deleted']);
    await change();
    await second.becomes(['hello', 'project created', 'project deleted', 'project updated']);
    second.close();
    await replica.close();
  });

  test.each(['rubbish', '0123456789abcdef.1-1', '$'])(
    'is told to reload everything after the invalid cursor %j',
    async (lastEventId) => {
      const stream = await open(user, { lastEventId });
      await stream.becomes(['hello', 'reset']);
    },
  );

  test('is told again to reload everything when it broke before it had read that', async () => {
    const first = await open(user, { lastEventId: '0123456789abcdef.1-1' });
    await first.becomes(['hello', 'reset']);
    const [hello, reset] = first.events;
    const beforeReset = await open(user, { lastEventId: hello?.id });
    await beforeReset.becomes(['hello', 'reset']);
    const afterReset = await open(user, { lastEventId: reset?.id });
    await change();
    await afterReset.becomes(['hello', 'project updated']);
  });

  test('is sent 1,000 missed changes, and told to reload everything after one more', async () => {
    const first = await open();
    await first.becomes(['hello']);
    first.close();
    for (let count = 0; count < 1000; count++) await change();
    const lastEventId = first.cursor;
    const all = await open(user, { lastEventId });
    await eventually(() => expect(all.news).toHaveLength(1001));
    expect(all.news).not.toContain('reset');
    await change();
    await (await open(user, { lastEventId })).becomes(['hello', 'reset']);
  });

  test('gets its own time to reconnect from a gateway that ends', async () => {
    const replica = await TestGateway.replica(DATABASE);
    const streams = await Promise.all([1, 2, 3].map(() => open(user, { url: replica.url })));
    await Promise.all(streams.map((stream) => stream.becomes(['hello'])));
    const first = streams.map(({ retryMs }) => retryMs);
    await replica.close();
    await Promise.all(streams.map((stream) => stream.ended()));
    const last = streams.map(({ retryMs }) => retryMs);
    expect(last).not.toEqual(first);
    for (const retryMs of [...first, ...last]) expect(retryMs).toBeGreaterThanOrEqual(1000);
    expect(new Set(last).size).toBeGreaterThan(1);
  });
});

describe('a session', () => {
  test('can have eight streams over all gateways, and another one when one is closed', async () => {
    const replica = await TestGateway.replica(DATABASE);
    const urls = Array.from({ length: LIVE_STREAMS_PER_SESSION }, (_, index) =>
      index % 2 === 0 ? gateway.url : replica.url,
    );
    const streams = await Promise.all(urls.map((url) => open(user, { url })));
    const { status, headers, body } = await gateway.json('GET', '/api/events', user);
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).toMatchObject({ success: false });
    streams[0]?.close();
    await eventually(() => open());
    streams.forEach((stream) => stream.close());
    await replica.close();
  });

  test('does not count its streams at a gateway that has ended', async () => {
    const gateways = () => gateway.redis.keys('studiolo:live:gateway:*');
    const before = await gateways();
    const replica = await TestGateway.replica(DATABASE);
    expect(await gateways()).toHaveLength(before.length + 1);
    await replica.close();
    expect(await gateways()).toEqual(before);
  });

  test('closes only its own streams when it ends', async () => {
    const sessionId = randomUUID();
    const [mine, other] = [await open(), await open({ ...user, ...(await sessionOf(sessionId)) })];
    await end('session_ended', [sessionId]);
    await other.becomes(['hello', 'session_ended']);
    await other.ended();
    await change();
    await mine.becomes(['hello', 'project updated']);
  });

  test('closes all its streams when the account is deleted', async () => {
    const streams = [await open(), await open()];
    await end('account_deleted', null);
    for (const stream of streams) {
      await stream.becomes(['hello', 'account_deleted']);
      await stream.ended();
    }
  });

  async function sessionOf(sessionId: string) {
    await gateway.redis.set(sessionCacheKey(sessionId), user.userId);
    return { sessionId, token: await signToken({ sub: user.userId, sid: sessionId }) };
  }
});

describe('every 15 seconds', () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ALL_BUT_INTERVALS }));
  afterEach(() => void jest.useRealTimers());

  test('a stream sends a heartbeat', async () => {
    const stream = await open();
    jest.advanceTimersByTime(45_000);
    await eventually(() => expect(stream.comments).toEqual(['beat', 'beat', 'beat']));
  });

  test('a stream whose session has ended without a notice is closed', async () => {
    const stream = await open();
    await gateway.redis.set(sessionCacheKey(user.sessionId), ENDED_SESSION);
    jest.advanceTimersByTime(15_000);
    await stream.becomes(['hello', 'session_ended']);
    await stream.ended();
  });

  test('a stream stays open while auth cannot check its session', async () => {
    const stream = await open();
    await gateway.redis.del(sessionCacheKey(user.sessionId));
    jest.advanceTimersByTime(15_000);
    await eventually(() =>
      expect(gateway.services.requestsOf(authMessages.checkSession)).toHaveLength(1),
    );
    await change();
    await stream.becomes(['hello', 'project updated']);
  });

  test('a change whose notification was lost is sent from the stream in Redis', async () => {
    const stream = await open();
    const notice: LiveNotice = {
      ownerId: user.userId,
      change: {
        kind: 'profile',
        action: 'updated',
        project_id: null,
        at: new Date().toISOString(),
      },
    };
    await gateway.redis.xadd(liveStreamKey(user.userId), '*', 'notice', JSON.stringify(notice));
    jest.advanceTimersByTime(15_000);
    await stream.becomes(['hello', 'profile updated']);
  });
});
