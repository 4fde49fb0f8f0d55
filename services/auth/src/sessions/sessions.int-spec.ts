import { authMessages, ENDED_SESSION, ENDING_SESSION, sessionCacheKey } from '@studiolo/contracts';
import { freePort } from '@studiolo/testing/redis-process';
import { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { AuthService, type Member, PASSWORD, toMember } from '../../test/auth-service.js';
import { SessionCache } from './session-cache.js';
import { Sessions } from './sessions.js';

const { checkSession, endSession, endSessions, listSessions, login, logout } = authMessages;

const auth = AuthService.duringTests();
let member: Member;

beforeEach(async () => {
  member = await auth.join();
});

describe('a session', () => {
  test('is cached with its user at login, for a minute at most', async () => {
    expect(await auth.cached(member)).toBe(member.user.id);
    const seconds = await auth.redis.ttl(sessionCacheKey(member.sessionId));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test('is cached again by the first check after Redis has lost it', async () => {
    await auth.redis.del(sessionCacheKey(member.sessionId));
    expect(await auth.isActive(member)).toBe(true);
    expect(await auth.cached(member)).toBe(member.user.id);
  });

  test('has ended when logout is answered', async () => {
    await auth.call(logout, { userId: member.user.id, sessionId: member.sessionId });
    expect(await auth.cached(member)).toBe(ENDING_SESSION);
    expect(await auth.isActive(member)).toBe(false);
    expect(await auth.cached(member)).toBe(ENDED_SESSION);
  });

  test('that has ended stays ended when Redis is emptied', async () => {
    await auth.call(logout, { userId: member.user.id, sessionId: member.sessionId });
    await auth.redis.del(sessionCacheKey(member.sessionId));
    expect(await auth.isActive(member)).toBe(false);
    expect(await auth.cached(member)).toBe(ENDED_SESSION);
  });

  test('is not revived by a check that read it before it ended', async () => {
    await auth.call(logout, { userId: member.user.id, sessionId: member.sessionId });
    // This is the last step of such a check.
    await auth.get(SessionCache).remember(member.sessionId, member.user.id);
    expect(await auth.isActive(member)).toBe(false);
  });

  test('is trusted by no gateway from before the commit that ends it', async () => {
    await auth.get(DataSource).transaction(async (transaction) => {
      await auth.get(Sessions).endAll(transaction, member.user.id);
      expect(await auth.isActive(member)).toBe(true);
      expect(await auth.cached(member)).toBe(ENDING_SESSION);
    });
    expect(await auth.isActive(member)).toBe(false);
  });

  test('stays active when Redis is away, and its end is refused', async () => {
    const away = new Redis({ port: await freePort(), lazyConnect: true, retryStrategy: null });
    const sessions = new Sessions(auth.get(DataSource), new SessionCache(away));
    const ending = auth
      .get(DataSource)
      .transaction((transaction) => sessions.endAll(transaction, member.user.id));
    await expect(ending).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(await auth.isActive(member)).toBe(true);
  });

  test.each([
    ["interval '30 seconds'", true],
    ["interval '0 seconds'", false],
  ])('that expires in %s is active: %p', async (rest, isAlive) => {
    await auth.sql(`UPDATE sessions SET expires_at = now() + ${rest} WHERE id = $1`, [
      member.sessionId,
    ]);
    expect(await auth.isActive(member)).toBe(isAlive);
  });

  test('of one user does not authenticate another', async () => {
    const stranger = await auth.join();
    const request = { userId: stranger.user.id, sessionId: member.sessionId };
    expect(await auth.call(checkSession, request)).toEqual({ active: false });
    expect(await auth.cached(member)).toBe(member.user.id);
  });

  test('that never existed is not active', async () => {
    const request = { userId: uuidv7(), sessionId: uuidv7() };
    expect(await auth.call(checkSession, request)).toEqual({ active: false });
  });
});

describe('the sessions of a user', () => {
  const logInOn = async (device: string, { email } = member) =>
    toMember(email, await auth.call(login, { email, password: PASSWORD, device }));

  const sessionsOf = async ({ user } = member) =>
    (await auth.call(listSessions, { userId: user.id })).sessions;

  const end = ({ user }: Member, sessionId: string) =>
    auth.refusal(endSession, { userId: user.id, sessionId });

  const setSeen = ({ sessionId }: Member, ago: string) =>
    auth.sql('UPDATE sessions SET last_seen_at = now() - $2::interval WHERE id = $1', [
      sessionId,
      ago,
    ]);

  test('are listed with their devices, the last seen first', async () => {
    const other = await logInOn('Firefox on Linux');
    await setSeen(other, '1 day');
    const sessions = await sessionsOf();
    const times = { created_at: expect.any(String) as string };
    expect(sessions).toMatchObject([
      { ...times, id: member.sessionId, device: 'Unknown device' },
      { ...times, id: other.sessionId, device: 'Firefox on Linux' },
    ]);
    const day = Date.parse(sessions[0]!.last_seen_at) - Date.parse(sessions[1]!.last_seen_at);
    expect(Math.round(day / 3_600_000)).toBe(24);
  });

  test('are listed without expired ones and without those of other users', async () => {
    const stranger = await auth.join();
    const expired = await logInOn('Safari on iOS');
    await auth.sql('UPDATE sessions SET expires_at = now() WHERE id = $1', [expired.sessionId]);
    for (const who of [member, stranger]) {
      expect((await sessionsOf(who)).map(({ id }) => id)).toEqual([who.sessionId]);
    }
  });

  test('are at most 100: a further sign-in ends the one that was not seen for longest', async () => {
    const unseen = await logInOn('Safari on iOS');
    await setSeen(unseen, '1 hour');
    await auth.sql(
      `INSERT INTO sessions (id, user_id, expires_at, last_seen_at)
       SELECT gen_random_uuid(), $1, now() + interval '1 day', now() - interval '1 minute'
         FROM generate_series(1, 98)`,
      [member.user.id],
    );
    await Promise.all([logInOn('Firefox on Linux'), logInOn('Chrome on Android')]);
    expect(await sessionsOf()).toHaveLength(100);
    expect(await auth.cached(unseen)).toBe(ENDING_SESSION);
    expect(await auth.isActive(unseen)).toBe(false);
    expect(await auth.isActive(member)).toBe(true);
  });

  test.each([
    ['is updated by a check after ten minutes', '11 minutes', true],
    ['is not updated within ten minutes', '9 minutes', false],
  ])('have a last-seen time that %s', async (_what, ago, isWritten) => {
    await setSeen(member, ago);
    const [before] = await sessionsOf();
    expect(await auth.isActive(member)).toBe(true);
    const [after] = await sessionsOf();
    expect(after?.last_seen_at !== before?.last_seen_at).toBe(isWritten);
  });

  test('end one by one, immediately and for every gateway', async () => {
    const other = await logInOn('Firefox on Linux');
    expect(await end(member, other.sessionId)).toBe('none');
    expect(await auth.cached(other)).toBe(ENDING_SESSION);
    expect(await auth.isActive(other)).toBe(false);
    expect(await auth.isActive(member)).toBe(true);
  });

  test('all end at once but the one that is named, and those of others stay', async () => {
    const stranger = await auth.join();
    const others = [await logInOn('Firefox on Linux'), await logInOn('Safari on iOS')];
    const { user, sessionId } = member;
    expect(await auth.call(endSessions, { userId: user.id, sessionId })).toEqual({ ended: 2 });
    for (const other of others) {
      expect(await auth.cached(other)).toBe(ENDING_SESSION);
      expect(await auth.isActive(other)).toBe(false);
    }
    expect((await sessionsOf()).map(({ id }) => id)).toEqual([sessionId]);
    expect(await auth.isActive(member)).toBe(true);
    expect(await auth.isActive(stranger)).toBe(true);
    expect(await auth.call(endSessions, { userId: user.id, sessionId })).toEqual({ ended: 0 });
  });

  test('of somebody else are refused like missing ones, and stay active', async () => {
    const stranger = await auth.join();
    expect(await end(stranger, member.sessionId)).toBe('SESSION_NOT_FOUND');
    expect(await end(stranger, uuidv7())).toBe('SESSION_NOT_FOUND');
    expect(await auth.isActive(member)).toBe(true);
  });
});
