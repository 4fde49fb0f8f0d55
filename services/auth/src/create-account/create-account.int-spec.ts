import { authMessages } from '@studiolo/contracts';

import { AuthService, newEmail, PASSWORD } from '../../test/auth-service.js';
import { tokenMailedTo } from '../../test/mailbox.js';

const { createAccount, resetPassword, verifyEmail } = authMessages;

describe('an account that an operator creates', () => {
  const auth = AuthService.duringTests();

  test('is verified, and its owner sets the first password by the mailed link', async () => {
    const email = newEmail();
    const { user } = await auth.call(createAccount, { email, name: 'Berta' });
    expect(user).toMatchObject({ email, name: 'Berta', email_verified: true });
    expect(await auth.loginRefusal(email)).toBe('INVALID_CREDENTIALS');
    await auth.call(resetPassword, { token: await tokenMailedTo(email), password: PASSWORD });
    expect((await auth.logIn(email)).user.id).toBe(user.id);
  });

  test('ends the sign-ups that wait for its address', async () => {
    const email = await auth.signUp();
    const token = await tokenMailedTo(email);
    await auth.call(createAccount, { email, name: 'Berta' });
    expect(await auth.refusal(verifyEmail, { token })).toBe('INVALID_VERIFICATION_TOKEN');
  });

  test('is refused for an address that has one', async () => {
    const { email } = await auth.join();
    expect(await auth.refusal(createAccount, { email, name: 'Eve' })).toBe('EMAIL_TAKEN');
  });
});
