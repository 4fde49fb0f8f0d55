import { randomUUID } from 'node:crypto';

import { jest } from '@jest/globals';
import {
  authMessages,
  ENDED_SESSION,
  LIVE_STREAMS_PER_SESSION,
  liveChannel,
  type LiveSignal,
  sessionCacheKey,
} from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { publishSignal } from '@studiolo/service-kit/database';
import { Api } from '@studiolo/testing/api';
import { EventStream } from '@studiolo/testing/event-stream';
import { eventually } from '@studiolo/testing/eventually';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import { type SignedIn, Studio } from './support/start-studio.js';

const ALL_BUT_INTERVALS = [
  ...(['Date', 'hrtime', 'performance', 'nextTick', 'queueMicrotask'] as const),
  ...(['setImmediate', 'clearImmediate', 'setTimeout', 'clearTimeout'] as const),
];
const APP_URL = 'http://app.test';
/** Headers that an endless answer does not have. */
const OF_A_BODY = ['content-length', 'keep-alive'];
const studio = Studio.duringTests();
let user: SignedIn;
let opened: EventStream[];

beforeEach(async () => {
  user = await signIn();
  opened = [];
});
afterEach(() => opened.forEach((stream) => stream.close()));

/** A session whose own news, that of its sign-in, is over. */
async function signIn(account?: SignedIn): Promise<SignedIn> {
  const session = await studio().signIn(account);
  const { auth } = studio().services;
  await eventually(async () => expect(await auth.sql('SELECT FROM outbox')).toEqual([]));
  return session;
}

async function open(
  { bearer: token } = user,
  { lastEventId, url = studio().url }: { lastEventId?: string | undefined; url?: string } = {},
): Promise<EventStream> {
  // A gateway that has just started may not be connected to Redis yet.
  const stream = await eventually(() => EventStream.open(url, { token, lastEventId }));
  opened.push(stream);
  return stream;
}

/** The headers of an answer; its body is not read. */
async function headersOf(path: string): Promise<Headers> {
  const abort = new AbortController();
  const { status, headers } = await user.fetch(path, {
    headers: { origin: APP_URL },
    signal: abort.signal,
  });
  abort.abort();
  expect(status).toBe(200);
  return headers;
}

const publish = (notice: LiveSignal) => publishSignal(studio().redis, notice);
const change = (userId = user.userId, action: 'created' | 'updated' | 'deleted' = 'updated') =>
  publish({
    userId,
    change: { kind: 'project', action, project_id: randomUUID(), at: new Date().toISOString() },
  });
const end = (reason: 'session_ended' | 'account_deleted', sessionIds: string[]) =>
  publish({ userId: user.userId, end: { reason, sessionIds } });

/** The places of the user's session that streams hold. */
const places = () => studio().redis.keys(`studiolo:live:session:${user.sessionId}:*`);

describe('a stream', () => {
  test('sends hello, then each change', async () => {
    const stream = await open();
    await stream.becomes(['hello']);
    expect(stream.events[0]?.data).toEqual({});
    const projectId = randomUUID();
    const at = new Date().toISOString();
    const news = { kind: 'file', action: 'created', project_id: projectId, at } as const;
    await publish({ userId: user.userId, change: news });
    await stream.becomes(['hello', 'file created']);
    expect(stream.events[1]?.data).toEqual(news);
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

  test('sends nobody the changes of another user', async () => {
    const other = await signIn();
    const [mine, theirs] = [await open(), await open(other)];
    await mine.becomes(['hello']);
    await change(other.userId, 'deleted');
    await change();
    await mine.becomes(['hello', 'project updated']);
    await theirs.becomes(['hello', 'project deleted']);
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
  test.each(['rubbish', '0123456789abcdef.1-1', '$', 'x'.repeat(1000)])(
    'is told to reload everything when its client reconnects with the id %j',
    async (lastEventId) => {
      const stream = await open(user, { lastEventId });
      await stream.becomes(['hello', 'reset']);
    },
  );

  test('gives its client an id to reconnect with, and is then told to reload everything', async () => {
    const first = await open();
    await first.becomes(['hello']);
    first.close();
    await change();
    const second = await open(user, { lastEventId: first.lastEventId });
    await second.becomes(['hello', 'reset']);
  });

  test('frees its place even when it was opened by a pipelined request whose turn never came', async () => {
    const request = `GET /api/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${user.bearer}\r\n\r\n`;
    const socket = await studio().connect(request + request);
    await eventually(async () => expect(await places()).toHaveLength(2));
    socket.destroy();
    await eventually(async () => expect(await places()).toEqual([]));
  });

  test('gets its own time to reconnect from a gateway that ends', async () => {
    const replica = await studio().replica();
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

test('a stream stays open while its gateway has lost Redis, and is then told to reload everything', async () => {
  await using redis = await TcpProxy.to(() => process.env.REDIS_URL ?? '');
  await using replica = await studio().replica({ REDIS_URL: `redis://${redis.address}` });
  const stream = await open(user, { url: replica.url });
  redis.refuse();
  const elsewhere = new Api(user.bearer, replica.url);
  await eventually(async () => expect((await elsewhere.fetch('/api/events')).status).toBe(503));
  redis.heal();
  await stream.becomes(['hello', 'reset']);
  await change();
  await stream.becomes(['hello', 'reset', 'project updated']);
});

test('a notice that this version cannot read makes the page reload everything', async () => {
  const stream = await open();
  await studio().redis.publish(liveChannel(user.userId), 'not JSON');
  await stream.becomes(['hello', 'reset']);
});

describe('a session', () => {
  test('can have eight streams over all gateways, and another one when one is closed', async () => {
    await using replica = await studio().replica();
    const urls = Array.from({ length: LIVE_STREAMS_PER_SESSION }, (_, index) =>
      index % 2 === 0 ? studio().url : replica.url,
    );
    const streams = await Promise.all(urls.map((url) => open(user, { url })));
    const { status, headers, body } = await user.get('/api/events');
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(body).toMatchObject({ success: false });
    streams[0]?.close();
    await open();
    streams.forEach((stream) => stream.close());
  });

  test('gets the places of a gateway that was killed', async () => {
    await open();
    const [first = ''] = await places();
    for (let number = 1; number <= LIVE_STREAMS_PER_SESSION; number += 1)
      await studio().redis.set(first.replace(/\d+$/, String(number)), 'a killed one');
    await (await open()).becomes(['hello']);
    expect(await places()).toHaveLength(LIVE_STREAMS_PER_SESSION);
  });

  test('closes only its own streams when it ends', async () => {
    const elsewhere = await signIn(user);
    const [mine, other] = [await open(), await open(elsewhere)];
    await end('session_ended', [elsewhere.sessionId]);
    await other.becomes(['hello', 'session_ended']);
    await other.ended();
    await change();
    await mine.becomes(['hello', 'project updated']);
  });

  test('closes all its streams when the account is deleted', async () => {
    const streams = [await open(), await open()];
    await end('account_deleted', [user.sessionId]);
    for (const stream of streams) {
      await stream.becomes(['hello', 'account_deleted']);
      await stream.ended();
    }
  });
});

describe('as time goes by', () => {
  let replica: Awaited<ReturnType<Studio['replica']>>;
  beforeEach(async () => {
    // Its timers begin with its first stream.
    replica = await studio().replica();
    jest.useFakeTimers({ doNotFake: ALL_BUT_INTERVALS });
  });
  afterEach(async () => {
    jest.useRealTimers();
    await replica.close();
  });
  const openThere = () => open(user, { url: replica.url });

  test('a stream sends a heartbeat every 15 seconds', async () => {
    const stream = await openThere();
    jest.advanceTimersByTime(45_000);
    await eventually(() => expect(stream.comments).toEqual(['beat', 'beat', 'beat']));
  });

  test('a stream keeps its place of the session', async () => {
    await openThere();
    const [place = ''] = await places();
    await studio().redis.pexpire(place, 20_000);
    jest.advanceTimersByTime(20 * 60_000);
    await eventually(async () => expect(await studio().redis.pttl(place)).toBeGreaterThan(20_000));
  });

  test('all streams of a session that has ended without a notice are closed within a minute', async () => {
    const streams = [await openThere(), await openThere()];
    await studio().redis.set(sessionCacheKey(user.sessionId), ENDED_SESSION);
    jest.advanceTimersByTime(60_000);
    for (const stream of streams) {
      await stream.becomes(['hello', 'session_ended']);
      await stream.ended();
    }
  });

  test('a page is told why its session has ended although its gateway looks before the notice comes', async () => {
    const stream = await openThere();
    await studio().redis.set(sessionCacheKey(user.sessionId), ENDED_SESSION);
    using get = jest.spyOn(replica.redis, 'get');
    jest.advanceTimersByTime(60_000);
    await get.mock.results[0]?.value;
    const { userId, sessionId } = user;
    await publish({ userId, end: { reason: 'account_deleted', sessionIds: [sessionId] } });
    await stream.becomes(['hello', 'account_deleted']);
  });

  test('an idle stream costs Redis one read of its session a minute and does not ask auth', async () => {
    await Promise.all([openThere(), openThere(), openThere()]);
    await studio().redis.del(sessionCacheKey(user.sessionId));
    // In the first minute it is this session's turn to be asked about, which then comes once an hour.
    jest.advanceTimersByTime(60_000);
    const asked = () => studio().answers.requestsOf(authMessages.checkSession);
    // When each was opened, and then once for all.
    await eventually(() => expect(asked()).toHaveLength(4));
    studio().answers.reset();
    // Auth has cached it again.
    await studio().redis.del(sessionCacheKey(user.sessionId));
    using get = jest.spyOn(replica.redis, 'get');
    using set = jest.spyOn(replica.redis, 'set');
    jest.advanceTimersByTime(60_000);
    expect(get.mock.calls).toEqual([[sessionCacheKey(user.sessionId)]]);
    // The gateway says that it lives, for all its streams.
    expect(set).toHaveBeenCalledTimes(6);
    expect(asked()).toEqual([]);
  });

  test('a session that has expired is noticed within an hour', async () => {
    const stream = await openThere();
    await studio().redis.del(sessionCacheKey(user.sessionId));
    await studio().services.auth.sql('DELETE FROM sessions WHERE id = $1', [user.sessionId]);
    jest.advanceTimersByTime(60 * 60_000);
    await stream.becomes(['hello', 'session_ended']);
  });

  test('a stream stays open while auth cannot check its session', async () => {
    const stream = await openThere();
    await studio().redis.del(sessionCacheKey(user.sessionId));
    studio().answers.reset();
    studio().answers.answer(authMessages.checkSession, () => {
      throw new AppError('UNAVAILABLE');
    });
    jest.advanceTimersByTime(60 * 60_000);
    await eventually(() =>
      expect(studio().answers.requestsOf(authMessages.checkSession)).toHaveLength(1),
    );
    await change();
    await stream.becomes(['hello', 'project updated']);
  });
});
