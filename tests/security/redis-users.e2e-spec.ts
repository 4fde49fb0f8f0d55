import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '@studiolo/infra/stack/programs';
import { onRedisAs } from '@studiolo/infra/test/redis-users';
import { Sandbox } from '@studiolo/infra/test/sandbox';
import { freshEmail, newAccount, PASSWORD } from '@studiolo/testing/accounts';
import { eventually } from '@studiolo/testing/eventually';
import { pdf } from '@studiolo/testing/samples';

import { leftInRedis } from '../support/redis.ts';
import { stackWithRedisUsers } from '../support/redis-users.ts';
import { runProgram } from '../support/run-program.ts';
import { RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';

async function useEverything(): Promise<void> {
  const { api, email } = await newAccount();
  await api.post('/api/auth/login', { email, password: 'wrong-password-8' });
  await api.post('/api/auth/login', { email, password: PASSWORD });
  await api.put('/api/auth/profile', { email: freshEmail() });
  const events = await api.fetch('/api/events');
  const id = await api.newProject();
  const file = new File([new Uint8Array(pdf())], 'one.pdf', { type: 'application/pdf' });
  expect((await api.upload(id, [file])).status).toBe(201);
  await events.body?.cancel();
  expect((await api.delete(`/api/projects/${id}`)).status).toBe(200);
  expect((await api.delete('/api/auth/account')).status).toBe(200);
}

testOnRedis(
  '[S16 f] the product is used in every way, a replica is replaced and dead letters are listed, each process with its own user of Redis: Redis refuses none of their commands',
  async () => {
    await using sandbox = new Sandbox();
    const { stack, administrator, urlOf } = await stackWithRedisUsers(sandbox);
    const passed = { RATE_LIMITS: 'on' };
    await RunningStack.during({ ...stack, passed, replicas: { storage: 2 } }, async (running) => {
      await useEverything();
      await running.endProcess('storage-1', 'SIGKILL');
      await useEverything();
      const admin = join(ROOT, 'services', 'auth', 'dist', 'admin.js');
      const letters = await runProgram(process.execPath, [admin, 'dead-letters', 'list'], {
        env: { REDIS_URL: urlOf('auth') },
      });
      expect(letters).toMatchObject({ code: 0 });
      const left = () => onRedisAs(administrator, leftInRedis);
      await eventually(async () => expect(await left()).toEqual([]));
      const refused = await onRedisAs(administrator, (redis) => redis.call('acl', 'log'));
      expect(refused).toEqual([]);
      expect(readFileSync(join(running.plan.dataDir, 'logs', 'auth.log'), 'utf8')).not.toContain(
        'NOPERM',
      );
    });
  },
);
