// Every second replica has a clock that is five minutes fast, the others one that is five minutes slow.
import { createPrivateKey, sign } from 'node:crypto';
import { join } from 'node:path';

import type { Part } from '@studiolo/infra/stack/parts';
import { type Account, newAccount } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { jpeg } from '@studiolo/testing/samples';

import { CrashStack } from './crash-points/crash-stack.ts';

const SHIFT_MS = 5 * 60_000;
const PRELOAD = join(import.meta.dirname, 'crash-points', 'shifted-clock.ts');
const PHOTO = jpeg(50_000);

const withWrongClocks = (parts: readonly Part[]): Part[] =>
  parts.map((part) => ({
    ...part,
    command: async (plan, replica) => {
      const command = await part.command(plan, replica);
      return {
        ...command,
        args: ['--import', PRELOAD, ...command.args],
        env: { ...command.env, CLOCK_SHIFT_MS: String(replica === 0 ? SHIFT_MS : -SHIFT_MS) },
      };
    },
  }));

let stack: CrashStack;
let fast: string;
let slow: string;
beforeAll(async () => {
  stack = await CrashStack.start({
    replicas: { auth: 2, projects: 2, storage: 2, gateway: 2 },
    within: withWrongClocks,
  });
  [fast = '', slow = ''] = stack.plan.apiPorts.map((port) => `http://localhost:${port}`);
}, 120_000);
afterAll(() => stack.end(), 30_000);

/** The status of one call with this token at one gateway. */
const statusAt = async (gateway: string, bearer: string) => {
  const headers = { Authorization: `Bearer ${bearer}` };
  return (await fetch(`${gateway}/api/auth/profile`, { headers })).status;
};

const statuses = (bearer: string) => Promise.all([statusAt(fast, bearer), statusAt(slow, bearer)]);

/** The same session under a token that ends at another time. */
function tokenUntil(bearer: string, endsAt: Date): string {
  const [header = '', payload = ''] = bearer.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const exp = Math.floor(endsAt.getTime() / 1000);
  const body = Buffer.from(JSON.stringify({ ...claims, exp })).toString('base64url');
  const key = createPrivateKey(stack.plan.secrets.jwtPrivateKey);
  const signature = sign(null, Buffer.from(`${header}.${body}`), key).toString('base64url');
  return `${header}.${body}.${signature}`;
}

const fromNow = (ms: number) => new Date(Date.now() + ms);

async function newProject({ api }: Account): Promise<string> {
  return api.newProject({ title: 'Harbour', client: 'Ines' });
}

test('[F14 a] clocks 5 min apart either way: sign-up, mailed link, sign-in, sign-out over both gateways: a session holds at once and everywhere, and is over everywhere when it has ended', async () => {
  const { api, email, password } = await newAccount();
  expect(await statuses(api.bearer)).toEqual([200, 200]);
  const tokens = await Promise.all(
    Array.from({ length: 6 }, async () => {
      const { body } = await new Api().post('/api/auth/login', { email, password });
      return String(body.token);
    }),
  );
  for (const token of tokens) expect(await statuses(token)).toEqual([200, 200]);
  for (const token of tokens) await new Api(token).post('/api/auth/logout');
  for (const token of tokens) expect(await statuses(token)).toEqual([401, 401]);
});

test('[F14 b] clocks 5 min apart either way: a session near its end: a fast gateway refuses the token minutes early, no gateway lets an ended session in', async () => {
  const { api } = await newAccount();
  const soon = tokenUntil(api.bearer, fromNow(2 * 60_000));
  expect(await statuses(soon)).toEqual([401, 200]);
  const past = tokenUntil(api.bearer, fromNow(-2 * 60_000));
  const { sid } = JSON.parse(
    Buffer.from(api.bearer.split('.')[1] ?? '', 'base64url').toString(),
  ) as { sid: string };
  await stack.sql('UPDATE auth.sessions SET expires_at = now() - $2::interval WHERE id = $1', [
    sid,
    '2 minutes',
  ]);
  // The cache may speak for a living session for a minute; here it has forgotten.
  await stack.redis.del(...(await stack.redis.keys(`*${sid}*`)));
  expect(await statuses(past)).toEqual([401, 401]);
});

test('[F14 c] clocks 5 min apart either way: 8 uploads and downloads over each gateway: all succeed, whichever replica signs the address of the bytes', async () => {
  const account = await newAccount();
  const projectId = await newProject(account);
  for (const gateway of [fast, slow]) {
    process.env.API_URL = gateway;
    for (let number = 0; number < 8; number += 1) {
      const name = `${gateway === fast ? 'fast' : 'slow'}-${number}.jpg`;
      const file = new File([PHOTO], name, { type: 'image/jpeg' });
      expect(await account.api.upload(projectId, [file])).toMatchObject({ status: 201 });
      const download = await account.api.fetch(`/api/download/${projectId}/${name}`);
      expect(Buffer.from(await download.arrayBuffer()).equals(PHOTO)).toBe(true);
    }
  }
});
