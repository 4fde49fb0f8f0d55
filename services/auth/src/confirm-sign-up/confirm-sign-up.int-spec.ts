import { randomUUID } from 'node:crypto';

import { authMessages } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';
import { mailsTo } from '@studiolo/testing/mailbox';

import { AuthService, newEmail } from '../../test/auth-service.js';
import { tokenMailedTo } from '../../test/mailbox.js';

const { confirmSignUp, verifyEmail } = authMessages;

describe('a sign-up that an operator confirms', () => {
  const auth = AuthService.duringTests();

  test('opens one account, signs nobody in and ends the mailed link', async () => {
    const email = await auth.signUp();
    const token = await tokenMailedTo(email);
    const messageId = randomUUID();
    const { user } = await auth.call(confirmSignUp, { email }, { messageId });
    expect(user).toMatchObject({ email, email_verified: true });
    expect(await auth.sql('SELECT 1 FROM sessions')).toEqual([]);
    expect(await auth.call(confirmSignUp, { email }, { messageId })).toEqual({ user });
    expect(await auth.refusal(verifyEmail, { token })).toBe('INVALID_VERIFICATION_TOKEN');
    expect((await auth.logIn(email)).user.id).toBe(user?.id);
  });

  test('gets no password while another one waits for its address, but a mail to choose one', async () => {
    const email = await auth.signUp(newEmail(), 'the owner’s');
    await auth.signUp(email, 'the stranger’s');
    await auth.call(confirmSignUp, { email });
    for (const password of ['the owner’s', 'the stranger’s']) {
      expect(await auth.loginRefusal(email, password)).toBe('INVALID_CREDENTIALS');
    }
    await eventually(async () => {
      const subjects = (await mailsTo(email)).map(({ subject }) => subject);
      expect(subjects).toContain('Reset your Studiolo password');
    });
  });

  test('is nobody for an address that none waits for', async () => {
    const { email } = await auth.join();
    expect(await auth.call(confirmSignUp, { email })).toEqual({ user: null });
    expect(await auth.call(confirmSignUp, { email: newEmail() })).toEqual({ user: null });
  });
});
