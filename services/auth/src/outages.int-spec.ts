import { authMessages } from '@studiolo/contracts';
import pg from 'pg';

import { AuthService, PASSWORD } from '../test/auth-service.js';
import { testVariable } from '../test/environment.js';

const { login } = authMessages;

describe('the auth service', () => {
  let auth: AuthService;
  beforeAll(async () => {
    auth = await AuthService.start();
  });
  afterAll(() => auth.stop());

  test('answers logins or refuses them as unavailable while the database ends its connections', async () => {
    const { email } = await auth.join();
    const [database] = await auth.sql<{ name: string }>('SELECT current_database() AS name');
    const server = new pg.Client({ connectionString: testVariable('TEST_ADMIN_DATABASE_URL') });
    await server.connect();
    const outcomes = new Set<string>();
    for (let round = 0; round < 15; round += 1) {
      const logins = Array.from({ length: 6 }, () =>
        auth.refusal(login, { email, password: PASSWORD }),
      );
      await server.query(
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
        [database?.name],
      );
      for (const outcome of await Promise.all(logins)) outcomes.add(outcome);
    }
    await server.end();
    expect([...outcomes].filter((each) => !['none', 'UNAVAILABLE'].includes(each))).toEqual([]);
    await expect(auth.logIn(email)).resolves.toBeDefined();
  });

  test('asks the database again for every session after Redis was emptied', async () => {
    const [member, leaver] = [await auth.join(), await auth.join()];
    await auth.call(authMessages.logout, {
      userId: leaver.user.id,
      sessionId: leaver.sessionId,
    });
    await auth.redis.flushdb();
    expect(await auth.isActive(member)).toBe(true);
    expect(await auth.isActive(leaver)).toBe(false);
  });

  test('answers other messages during a flood of logins', async () => {
    const { email, user } = await auth.join();
    let waiting = 150;
    const flood = Array.from({ length: waiting }, () =>
      auth.refusal(login, { email, password: PASSWORD }).finally(() => (waiting -= 1)),
    );
    await auth.call(authMessages.getProfile, { userId: user.id });
    expect(waiting).toBeGreaterThan(0);
    const outcomes = await Promise.all(flood);
    expect(outcomes).toContain('none');
    expect(outcomes.filter((each) => !['none', 'UNAVAILABLE'].includes(each))).toEqual([]);
  });
});
