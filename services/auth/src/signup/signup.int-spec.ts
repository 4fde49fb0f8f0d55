import { randomUUID } from 'node:crypto';

import { authMessages } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';

import { AuthService, newEmail, PASSWORD } from '../../test/auth-service.js';
import { linkIn, mailsTo, mailTo, tokenMailedTo } from '../../test/mailbox.js';

const { signup, login } = authMessages;

describe('sign-up with verified addresses', () => {
  let auth: AuthService;
  beforeAll(async () => {
    auth = await AuthService.start();
  });
  afterAll(() => auth.stop());

  test('opens an account that waits for its verification', async () => {
    const email = newEmail();
    const reply = await auth.call(signup, { email, password: PASSWORD, name: 'Anna' });
    expect(reply).toEqual({ outcome: 'verification_required', email });
    expect(await auth.refusal(login, { email, password: PASSWORD })).toBe('EMAIL_NOT_VERIFIED');
  });

  test('mails one link to the page that verifies the address', async () => {
    const email = await auth.signUp();
    const link = linkIn(await mailTo(email));
    expect(link.origin + link.pathname).toBe('https://studiolo.test/verify-email');
    expect(link.searchParams.get('email')).toBe(email);
    expect(link.searchParams.get('token')).toMatch(/^[\w-]{43}$/);
  });

  test('keeps the password as an argon2id hash with the parameters of OWASP', async () => {
    const email = await auth.signUp();
    const [row] = await auth.sql('SELECT password_hash FROM accounts WHERE email = $1', [email]);
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test.each(['verified', 'not verified'])(
    'refuses the address of an account that is %s',
    async (state) => {
      const email = newEmail();
      if (state === 'verified') await auth.join(email);
      else await auth.signUp(email);
      const again = { email: email.toUpperCase(), password: 'another one', name: 'Eve' };
      expect(await auth.refusal(signup, again)).toBe('EMAIL_TAKEN');
    },
  );

  test('leaves the password of a taken address as it was', async () => {
    const { email } = await auth.join();
    await auth.refusal(signup, { email, password: 'another one', name: 'Eve' });
    await expect(auth.logIn(email)).resolves.toMatchObject({ user: { name: 'Anna Lindqvist' } });
  });

  test('[L5] opens one account and sends one mail for twenty sign-ups of one address at once', async () => {
    const email = newEmail();
    const spellings = [email, email.toUpperCase(), ` ${email} `, email.replace('e', 'E')];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        auth.refusal(signup, { email: spellings[index % 4]!, password: PASSWORD, name: 'Anna' }),
      ),
    );
    expect(outcomes.filter((outcome) => outcome === 'none')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'EMAIL_TAKEN')).toHaveLength(19);
    await mailTo(email);
    await eventually(async () => expect(await auth.sql('SELECT 1 FROM outbox')).toEqual([]));
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test('answers a repeated message like the first one, with one account and one mail', async () => {
    const email = newEmail();
    const request = { email, password: PASSWORD, name: 'Anna' };
    const messageId = randomUUID();
    const replies = await Promise.all([
      auth.call(signup, request, { messageId }),
      auth.call(signup, request, { messageId }),
    ]);
    expect(replies[0]).toEqual(replies[1]);
    await tokenMailedTo(email);
    expect(await auth.sql('SELECT 1 FROM accounts WHERE email = $1', [email])).toHaveLength(1);
  });
});

describe('sign-up without verification', () => {
  let auth: AuthService;
  beforeAll(async () => {
    auth = await AuthService.start({ EMAIL_VERIFICATION: 'off' });
  });
  afterAll(() => auth.stop());

  test('signs in at once and sends no mail', async () => {
    const email = newEmail();
    const reply = await auth.call(signup, { email, password: PASSWORD, name: 'Anna' });
    expect(reply).toMatchObject({ outcome: 'signed_in', user: { email, email_verified: false } });
    expect(await auth.sql('SELECT 1 FROM link_mails')).toEqual([]);
  });

  test('lets the account log in', async () => {
    const email = await auth.signUp();
    await expect(auth.logIn(email)).resolves.toMatchObject({ user: { email } });
  });
});
