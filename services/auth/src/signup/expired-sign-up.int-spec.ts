import { authMessages } from '@studiolo/contracts';
import { RowPurge } from '@studiolo/service-kit/database';

import { AuthService, newEmail } from '../../test/auth-service.js';
import { mailTo, tokenIn, tokenMailedTo } from '../../test/mailbox.js';

const { signup, verifyEmail, resendVerification, updateProfile } = authMessages;

const OWNERS = 'typed by the owner';
const STRANGERS = 'typed by a stranger';

const auth = AuthService.duringTests();

async function signUp(email: string, password: string): Promise<string> {
  const reply = await auth.call(signup, { email, password, name: password });
  return (reply as { attempt: string }).attempt;
}

/** Lets 24 hours pass for all that waits for an address. */
async function expire(email: string): Promise<void> {
  for (const table of ['link_mails', 'attempts']) {
    const age = `UPDATE ${table} SET expires_at = expires_at - interval '24 hours' WHERE email = $1`;
    await auth.sql(age, [email]);
  }
}

/** An owner whose sign-up has expired, and a stranger who signed up with her address meanwhile. */
async function ownerAndStranger() {
  const email = newEmail();
  const attempt = await signUp(email, OWNERS);
  await mailTo(email);
  await expire(email);
  await signUp(email, STRANGERS);
  return { email, attempt, strangersToken: await tokenMailedTo(email, 2) };
}

describe('after a sign-up has expired, and somebody else has signed up with the address,', () => {
  afterEach(() => auth.get(RowPurge).run());

  test.each([
    ['remembered', () => auth.get(RowPurge).run()],
    ['forgotten', () => auth.sql('DELETE FROM attempts WHERE expires_at < now()')],
  ])(
    'the page of the sign-up, which is %s, sets nobody else’s password with any link',
    async (_, purge) => {
      const { email, attempt, strangersToken } = await ownerAndStranger();
      await purge();
      const opened = await auth.call(verifyEmail, { token: strangersToken, attempt });
      expect(await auth.loginRefusal(email, STRANGERS)).toBe('INVALID_CREDENTIALS');
      // Without its hash, only a mail can set the owner's.
      const ownWorks = (await auth.loginRefusal(email, OWNERS)) === 'none';
      expect(ownWorks).toBe(!opened.passwordResetSent);
      if (opened.passwordResetSent) await mailTo(email, 3);
    },
  );

  test('the link of the stranger sets no password on a page that knows no sign-up', async () => {
    const { email, strangersToken } = await ownerAndStranger();
    await auth.get(RowPurge).run();
    const opened = await auth.call(verifyEmail, { token: strangersToken });
    expect(opened.passwordResetSent).toBe(true);
    for (const password of [OWNERS, STRANGERS]) {
      expect(await auth.loginRefusal(email, password)).toBe('INVALID_CREDENTIALS');
    }
  });

  test('the link that is asked for again for the expired one is its own, and its password applies', async () => {
    const { email, attempt } = await ownerAndStranger();
    await auth.get(RowPurge).run();
    await auth.call(resendVerification, { email, attempt });
    const mail = await mailTo(email, 3);
    expect(mail.text).toContain(`“${OWNERS}”`);
    await auth.call(verifyEmail, { token: tokenIn(mail), attempt });
    expect(await auth.loginRefusal(email, OWNERS)).toBe('none');
  });

  test('a link asked for again for a sign-up that is forgotten is not somebody else’s', async () => {
    const { email, attempt } = await ownerAndStranger();
    await auth.sql('DELETE FROM attempts WHERE expires_at < now()');
    await auth.lookUp('resend-verification', { email, attempt });
    const links = 'SELECT 1 FROM link_mails WHERE email = $1 AND expires_at > now()';
    expect(await auth.sql(links, [email])).toHaveLength(1);
  });

  test('both are forgotten once no link of the address can be opened', async () => {
    const { email } = await ownerAndStranger();
    const attempts = () => auth.sql('SELECT 1 FROM attempts WHERE email = $1', [email]);
    await auth.get(RowPurge).run();
    expect(await attempts()).toHaveLength(2);
    await expire(email);
    await auth.get(RowPurge).run();
    expect(await attempts()).toEqual([]);
  });
});

test('a sign-up is asked for again although somebody else’s account asked for its address later', async () => {
  const stranger = await auth.join();
  const email = newEmail();
  await signUp(email, OWNERS);
  await mailTo(email);
  await auth.call(updateProfile, { userId: stranger.user.id, email });
  await mailTo(email, 2);
  await auth.call(resendVerification, { email });
  expect((await mailTo(email, 3)).subject).toBe('Verify your email for Studiolo');
});

test('an account whose address nobody has proved is handed to a sign-up of another password without one', async () => {
  const { email, user } = await auth.joinUnverified();
  await signUp(email, STRANGERS);
  const opened = await auth.call(verifyEmail, { token: await tokenMailedTo(email) });
  expect(opened).toMatchObject({ user: { id: user.id }, passwordResetSent: true });
  expect(await auth.loginRefusal(email, STRANGERS)).toBe('INVALID_CREDENTIALS');
});
