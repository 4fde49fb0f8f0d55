import { randomUUID } from 'node:crypto';

import { jest } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { authMessages } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { decodeJwt } from 'jose';
import { RedisStreamsClient } from 'nestjs-redis-streams';
import { register } from 'prom-client';
import { DataSource } from 'typeorm';

import { AuthService, newEmail, PASSWORD, toMember } from '../../test/auth-service.js';
import { LoginHandler } from './login.handler.js';

const { login, signup } = authMessages;

/** How often a sign-in was refused because its message had been stored again. */
async function refusals(): Promise<number> {
  const { values } = (await register.getSingleMetric('studiolo_message_errors_total')?.get()) ?? {};
  const own = values?.find(({ labels }) => labels.code === 'SIGN_IN_REPEATED');
  return own?.value ?? 0;
}

describe('login', () => {
  const auth = AuthService.duringTests();

  test('opens a session of thirty days, with a token that names it and its user, expires with it and holds nothing else', async () => {
    const { token, user } = await auth.join();
    const [session] = await auth.sql<{ id: string; days: number; exp: number }>(
      `SELECT id, (extract(epoch FROM expires_at - created_at) / 86400)::float AS days,
              floor(extract(epoch FROM expires_at))::integer AS exp
         FROM sessions WHERE user_id = $1`,
      [user.id],
    );
    expect(session?.days).toBeCloseTo(30);
    expect(decodeJwt(token)).toEqual({
      ...{ sub: user.id, sid: session?.id, iss: 'studiolo', aud: 'studiolo-api' },
      ...{ iat: expect.any(Number) as number, exp: session?.exp },
    });
  });

  test('records the time of the login', async () => {
    const { email, user: before } = await auth.join();
    const { user: after } = await auth.logIn(email);
    expect(Date.parse(after.last_login!)).toBeGreaterThan(Date.parse(before.last_login!));
  });

  test.each([
    ['an unknown address', () => Promise.resolve(newEmail())],
    ['a wrong password', () => auth.join().then(({ email }) => email)],
    ['a wrong password for an address that is not verified', () => auth.signUp()],
    [
      'an account that signs in with Google alone',
      () => auth.joinWithGoogle('removed').then(({ email }) => email),
    ],
  ])('[S5 a] refuses %s with the same answer', async (_what, someEmail) => {
    const email = await someEmail();
    const refusal = auth.call(login, { email, password: 'wrong horse' });
    await expect(refusal).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS', details: {} });
  });

  test('says only after a right password that the address is not verified', async () => {
    const email = await auth.signUp();
    const refusal = auth.call(login, { email, password: PASSWORD });
    await expect(refusal).rejects.toMatchObject({ code: 'EMAIL_NOT_VERIFIED', details: { email } });
  });

  test('names the sign-up that has the password, of several with the address', async () => {
    const email = newEmail();
    const passwords = ['first horse', 'second horse'];
    const attempts: unknown[] = [];
    for (const password of passwords) {
      const reply = await auth.call(signup, { email, password, name: 'Anna' });
      attempts.push('attempt' in reply ? reply.attempt : reply.outcome);
    }
    for (const [at, password] of passwords.entries()) {
      await expect(auth.call(login, { email, password })).rejects.toMatchObject({
        code: 'EMAIL_NOT_VERIFIED',
        details: { email, attempt: attempts[at] },
      });
    }
  });

  test('is refused when the account is deleted after its password was checked', async () => {
    const { email, user } = await auth.join();
    const { refusal } = await auth.get(DataSource).transaction(async (transaction) => {
      await transaction.query('DELETE FROM accounts WHERE id = $1', [user.id]);
      const refusal = auth.loginRefusal(email);
      const waiting = `SELECT 1 FROM pg_stat_activity
                        WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await eventually(async () => expect(await auth.sql(waiting)).toHaveLength(1));
      return { refusal };
    });
    expect(await refusal).toBe('INVALID_CREDENTIALS');
  });

  test('answers an entry that is delivered again with the same session, and stores no token', async () => {
    const { email } = await auth.join();
    const [messageId, entryId] = [randomUUID(), '1-1'];
    const deliver = (attempt: number) =>
      auth.deliver({ messageId, entryId, attempt }, () =>
        auth.get(LoginHandler).execute({ email, password: PASSWORD }),
      );
    const first = toMember(email, await deliver(1));
    expect(toMember(email, await deliver(2)).sessionId).toBe(first.sessionId);
    const [row] = await auth.sql('SELECT reply FROM inbox WHERE message_id = $1', [messageId]);
    expect(row?.reply).toEqual({ entryId, sessionId: first.sessionId, passwordResetSent: false });
  });

  test('[S17 c] gives an entry that was recorded and is stored again neither a token nor a session', async () => {
    const { email, user } = await auth.join();
    const [commands] = auth.get(RedisStreamsClient).unwrap();
    using recorder = jest.spyOn(commands, 'xadd');
    await auth.logIn(email);
    const recorded = recorder.mock.lastCall ?? [];
    const sessions = 'SELECT id FROM sessions WHERE user_id = $1';
    const before = await auth.sql(sessions, [user.id]);
    const refused = await refusals();
    await commands.xadd(...(recorded as Parameters<typeof commands.xadd>));
    await eventually(async () => expect(await refusals()).toBe(refused + 1));
    expect(await auth.sql(sessions, [user.id])).toEqual(before);
  });

  test('leaves room for other messages while many wait', async () => {
    const { email, user } = await auth.join();
    let waiting = 100;
    const flood = Array.from({ length: waiting }, () =>
      auth.loginRefusal(email).finally(() => (waiting -= 1)),
    );
    await auth.call(authMessages.getProfile, { userId: user.id });
    expect(waiting).toBeGreaterThan(0);
    expect([...new Set(await Promise.all(flood))].toSorted()).toEqual(['UNAVAILABLE', 'none']);
  });

  test('hashes the password again when the parameters have changed', async () => {
    const { email } = await auth.join();
    const weak = await hash(PASSWORD, { memoryCost: 8 * 1024, timeCost: 1, parallelism: 1 });
    await auth.sql('UPDATE accounts SET password_hash = $2 WHERE email = $1', [email, weak]);
    await auth.logIn(email);
    const [row] = await auth.sql('SELECT password_hash FROM accounts WHERE email = $1', [email]);
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await auth.loginRefusal(email)).toBe('none');
  });
});
