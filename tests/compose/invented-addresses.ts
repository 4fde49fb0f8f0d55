import { Api } from '@studiolo/testing/api';

const WRONG_PASSWORDS = 10;
/** For how long an account is blocked for all addresses; only the address that tried is blocked for longer. */
const ACCOUNT_BLOCK_SECONDS = 60;

/** Whether wrong passwords are counted for the client's real address, whatever X-Forwarded-For it sends. */
export async function countsTheRealAddress(apiUrl: string): Promise<boolean> {
  const api = new Api('', apiUrl);
  const account = { email: 'nobody@example.com', password: 'wrong password' };
  const attempt = (count: number) =>
    api.post('/api/auth/login', account, { 'x-forwarded-for': `203.0.113.${count}` });
  for (let count = 0; count < WRONG_PASSWORDS; count += 1) {
    if ((await attempt(count)).status !== 401) return false;
  }
  const { status, headers } = await attempt(WRONG_PASSWORDS);
  return status === 429 && Number(headers.get('retry-after')) > ACCOUNT_BLOCK_SECONDS;
}
