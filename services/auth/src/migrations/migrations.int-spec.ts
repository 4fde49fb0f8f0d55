import { createHash, randomUUID } from 'node:crypto';

import { hash } from '@node-rs/argon2';
import { authMessages } from '@studiolo/contracts';
import { dataSourceOptions, migrate } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { AuthService, newEmail, PASSWORD } from '../../test/auth-service.js';
import { testVariable } from '../../test/environment.js';
import { tokenMailedTo } from '../../test/mailbox.js';
import { migrations } from './migrations.js';

test('the schema can be created, reverted and created again', async () => {
  const schema = `auth_${randomUUID().replaceAll('-', '')}`;
  const database = { DATABASE_URL: testVariable('TEST_ADMIN_DATABASE_URL'), DATABASE_POOL_SIZE: 2 };
  const options = dataSourceOptions(database, { schema, entities: [], migrations });
  const dataSource = await new DataSource(options).initialize();
  const tables = () =>
    dataSource.query<unknown[]>(
      'SELECT tablename FROM pg_tables WHERE schemaname = $1 ORDER BY 1',
      [schema],
    );
  try {
    await dataSource.query(`CREATE SCHEMA ${schema}`);
    await migrate(options);
    const made = await tables();
    while ((await tables()).length > 1) {
      await dataSource.undoLastMigration({ transaction: 'each' });
    }
    await migrate(options);
    expect(await tables()).toEqual(made);
  } finally {
    await dataSource.query(`DROP SCHEMA ${schema} CASCADE`);
    await dataSource.destroy();
  }
});

describe('a sign-up on a replica of the previous version', () => {
  let auth: AuthService;
  beforeAll(async () => {
    auth = await AuthService.start();
  });
  afterAll(() => auth.stop());

  /** Runs that version's statements, word for word, and requests the link twice. Returns the second token. */
  const signUpAsBefore = async (email: string) => {
    const accountId = randomUUID();
    await auth.sql(
      `INSERT INTO accounts (id, name, email, password_hash) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING id`,
      [accountId, 'Anna', email, await hash('the attacker’s')],
    );
    const tokens = [randomUUID(), randomUUID()];
    for (const token of tokens) {
      await auth.sql(
        `INSERT INTO link_mails (id, account_id, purpose, email, seed, token_hash, request_id, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, now() + $8 * interval '1 millisecond')
         ON CONFLICT (account_id, purpose) DO UPDATE SET
           id = excluded.id, email = excluded.email, seed = excluded.seed, sent_at = NULL,
           token_hash = excluded.token_hash, request_id = excluded.request_id,
           created_at = now(), expires_at = excluded.expires_at`,
        [
          ...[randomUUID(), accountId, 'verify-email', email, Buffer.alloc(1)],
          ...[createHash('sha256').update(token).digest(), null, 60_000],
        ],
      );
    }
    return { accountId, token: tokens[1]! };
  };

  test('becomes an account through its link', async () => {
    const email = newEmail();
    const { accountId, token } = await signUpAsBefore(email);
    const { user } = await auth.call(authMessages.verifyEmail, { token });
    expect(user).toMatchObject({ id: accountId, email, email_verified: true });
    expect(await auth.refusal(authMessages.verifyEmail, { token })).toBe(
      'INVALID_VERIFICATION_TOKEN',
    );
  });

  test('does not prevent a sign-up with the same address, whose verification ends its link', async () => {
    const email = newEmail();
    const { token } = await signUpAsBefore(email);
    await auth.signUp(email);
    await auth.call(authMessages.verifyEmail, { token: await tokenMailedTo(email) });
    expect(await auth.refusal(authMessages.verifyEmail, { token })).toBe(
      'INVALID_VERIFICATION_TOKEN',
    );
    await expect(auth.logIn(email, PASSWORD)).resolves.toBeDefined();
  });
});
