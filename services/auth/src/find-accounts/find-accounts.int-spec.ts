import { authMessages } from '@studiolo/contracts';

import { AuthService } from '../../test/auth-service.js';

describe('accounts that an operator looks for', () => {
  const auth = AuthService.duringTests();

  test('are found by any part of their address or name, page after page', async () => {
    const members = [await auth.join(), await auth.join(), await auth.join()];
    const [first, second, third] = members.map(({ user }) => user);
    const find = async (text: string, limit: number, after?: string) =>
      (await auth.call(authMessages.findAccounts, { text, limit, after })).users;
    expect(await find('LINDQ', 2)).toEqual([first, second]);
    expect(await find('LINDQ', 2, second?.id)).toEqual([third]);
    expect(await find(second?.email.slice(4, 30).toUpperCase() ?? '', 2)).toEqual([second]);
    expect(await find('%', 2)).toEqual([]);
  });
});
