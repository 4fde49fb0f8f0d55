const WRONG_PASSWORDS = 10;
/** For how long an account is blocked for all addresses; only the address that tried is blocked for longer. */
const ACCOUNT_BLOCK_SECONDS = 60;

/** Whether wrong passwords are counted for the client's real address, whatever X-Forwarded-For it sends. */
export async function countsTheRealAddress(apiUrl: string): Promise<boolean> {
  const attempt = (count: number): Promise<Response> =>
    fetch(`${apiUrl}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${count}` },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'wrong password' }),
    });
  for (let count = 0; count < WRONG_PASSWORDS; count += 1) {
    if ((await attempt(count)).status !== 401) return false;
  }
  const { status, headers } = await attempt(WRONG_PASSWORDS);
  return status === 429 && Number(headers.get('retry-after')) > ACCOUNT_BLOCK_SECONDS;
}
