import { authMessages, ENDED_SESSION, sessionCacheKey } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

import { AuthService, type Member, PASSWORD, toMember } from '../../test/auth-service.js';
import { SessionCache } from './session-cache.js';
import { Sessions } from './sessions.js';

const { checkSession, endSession, listSessions, login, logout } = authMessages;

describe('a session', () => {
  let auth: AuthService;
  beforeAll(async () => {
    auth = await AuthService.start();
  });
  afterAll(() => auth.stop());

  test('is in the cache with its user from the login on', async () => {
    const member = await auth.join();
    expect(await auth.cached(member)).toBe(member.user.id);
  });

  test('is put back into the cache by the first check after Redis lost it', async () => {
    const member = await auth.join();
    await auth.redis.del(sessionCacheKey(member.sessionId));
    expect(await auth.isActive(member)).toBe(true);
    expect(await auth.cached(member)).toBe(member.user.id);
  });

  test('is believed by the cache for a minute at most', async () => {
    const member = await auth.join();
    const seconds = await auth.redis.ttl(sessionCacheKey(member.sessionId));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
  });

  test('is over after logout, before the answer is there', async () => {
    const member = await auth.join();
    await auth.call(logout, { userId: member.user.id, sessionId: member.sessionId });
    expect(await auth.cached(member)).toBe(ENDED_SESSION);
    expect(await auth.isActive(member)).toBe(false);
  });

  test('of another device goes on after logout', async () => {
    const member = await auth.join();
    const other = await auth.logIn(member.email);
    await auth.call(logout, { userId: member.user.id, sessionId: member.sessionId });
    expect(await auth.isActive(other)).toBe(true);
  });

  test('cannot be ended by somebody else', async () => {
    const [member, stranger] = [await auth.join(), await auth.join()];
    await auth.call(logout, { userId: stranger.user.id, sessionId: member.sessionId });
    expect(await auth.isActive(member)).toBe(true);
  });

  test('that has ended stays so when Redis is emptied', async () => {
    const member = await auth.join();
    await auth.call(logout, { userId: member.user.id, sessionId: member.sessionId });
    await auth.redis.del(sessionCacheKey(member.sessionId));
    expect(await auth.isActive(member)).toBe(false);
    expect(await auth.cached(member)).toBe(ENDED_SESSION);
  });

  test('is not revived by a check that read it before it ended', async () => {
    const member = await auth.join();
    await auth.call(logout, { userId: member.user.id, sessionId: member.sessionId });
    // What such a check does last.
    const isAlive = await auth.get(SessionCache).remember(member.sessionId, member.user.id);
    expect(isAlive).toBe(false);
    expect(await auth.cached(member)).toBe(ENDED_SESSION);
  });

  test('ends in the cache even when the process dies right after the commit', async () => {
    const member = await auth.join();
    // The transaction alone, as if nothing had run after it.
    await auth
      .get(DataSource)
      .transaction((transaction) => auth.get(Sessions).endAll(transaction, member.user.id));
    await eventually(async () => expect(await auth.cached(member)).toBe(ENDED_SESSION));
  });

  test.each([
    ["interval '30 seconds'", true],
    ["interval '0 seconds'", false],
  ])('that expires in %s is alive: %p', async (rest, isAlive) => {
    const member = await auth.join();
    await auth.sql(`UPDATE sessions SET expires_at = now() + ${rest} WHERE id = $1`, [
      member.sessionId,
    ]);
    expect(await auth.isActive(member)).toBe(isAlive);
  });

  test('of one user does not let in another', async () => {
    const [member, stranger] = [await auth.join(), await auth.join()];
    const request = { userId: stranger.user.id, sessionId: member.sessionId };
    expect(await auth.call(checkSession, request)).toEqual({ active: false });
    expect(await auth.cached(member)).toBe(member.user.id);
  });

  test('that never was is not active', async () => {
    const request = { userId: uuidv7(), sessionId: uuidv7() };
    expect(await auth.call(checkSession, request)).toEqual({ active: false });
  });
});

describe('the sessions of a user', () => {
  let auth: AuthService;
  beforeAll(async () => {
    auth = await AuthService.start();
  });
  afterAll(() => auth.stop());

  const logInOn = async ({ email }: Member, device: string) =>
    toMember(email, await auth.call(login, { email, password: PASSWORD, device }));

  const sessionsOf = async ({ user }: Member) =>
    (await auth.call(listSessions, { userId: user.id })).sessions;

  const end = ({ user }: Member, sessionId: string) =>
    auth.refusal(endSession, { userId: user.id, sessionId });

  const setSeen = ({ sessionId }: Member, ago: string) =>
    auth.sql('UPDATE sessions SET last_seen_at = now() - $2::interval WHERE id = $1', [
      sessionId,
      ago,
    ]);

  test('are told by their devices, the last seen first', async () => {
    const member = await auth.join();
    const other = await logInOn(member, 'Firefox on Linux');
    await setSeen(other, '1 day');
    const sessions = await sessionsOf(member);
    const times = { created_at: expect.any(String) as string };
    expect(sessions).toMatchObject([
      { ...times, id: member.sessionId, device: 'Unknown device' },
      { ...times, id: other.sessionId, device: 'Firefox on Linux' },
    ]);
    const day = Date.parse(sessions[0]!.last_seen_at) - Date.parse(sessions[1]!.last_seen_at);
    expect(Math.round(day / 3_600_000)).toBe(24);
  });

  test('do not show those that have expired, and none of anybody else', async () => {
    const [member, stranger] = [await auth.join(), await auth.join()];
    const expired = await logInOn(member, 'Safari on iOS');
    await auth.sql('UPDATE sessions SET expires_at = now() WHERE id = $1', [expired.sessionId]);
    for (const who of [member, stranger]) {
      expect((await sessionsOf(who)).map(({ id }) => id)).toEqual([who.sessionId]);
    }
  });

  test('that the version before has opened are seen since they were opened', async () => {
    const member = await auth.join();
    await auth.sql('UPDATE sessions SET last_seen_at = NULL WHERE id = $1', [member.sessionId]);
    const [session] = await sessionsOf(member);
    expect(session?.last_seen_at).toBe(session?.created_at);
  });

  test.each([
    ['is written when it is checked again after ten minutes', '11 minutes', true],
    ['is left alone within ten minutes', '9 minutes', false],
  ])('have a time when they were last seen that %s', async (_what, ago, isWritten) => {
    const member = await auth.join();
    await setSeen(member, ago);
    const [before] = await sessionsOf(member);
    expect(await auth.isActive(member)).toBe(true);
    const [after] = await sessionsOf(member);
    expect(after?.last_seen_at !== before?.last_seen_at).toBe(isWritten);
  });

  test('end one by one, at once and in every gateway', async () => {
    const member = await auth.join();
    const other = await logInOn(member, 'Firefox on Linux');
    expect(await end(member, other.sessionId)).toBe('none');
    expect(await auth.cached(other)).toBe(ENDED_SESSION);
    expect(await auth.isActive(other)).toBe(false);
    expect(await auth.isActive(member)).toBe(true);
  });

  test('that are somebody else’s are answered like none, and go on', async () => {
    const [member, stranger] = [await auth.join(), await auth.join()];
    expect(await end(stranger, member.sessionId)).toBe('SESSION_NOT_FOUND');
    expect(await end(stranger, uuidv7())).toBe('SESSION_NOT_FOUND');
    expect(await auth.isActive(member)).toBe(true);
  });
});
