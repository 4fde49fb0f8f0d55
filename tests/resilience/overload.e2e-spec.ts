// More requests than the machine can serve.
import { setTimeout as delay } from 'node:timers/promises';

import { newAccount } from '@studiolo/testing/accounts';

import { RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';
import { autocannon, type Volley } from './support/autocannon.ts';
import { memoryMiB } from './support/process-figures.ts';

/** What docker compose and the chart give a gateway. */
const GATEWAY_MIB = 512;
const LOOPS = [1, 8, 32, 128, 256];
const LOOP_SECONDS = 5;

const stack = RunningStack.duringTests(() => ({
  replicas: { projects: 2 },
  passed: { EMAIL_VERIFICATION: 'off' },
}));

describe('callers who wait for their answers', () => {
  let asked: Pick<Volley, 'url' | 'bearer'>;
  beforeAll(async () => {
    const { api } = await newAccount();
    for (let count = 0; count < 20; count += 1) await api.newProject();
    asked = { url: `${stack().gateways[0]}/api/projects`, bearer: String(api.bearer) };
  });

  test.each(LOOPS)('%d of them at once are never refused', async (connections) => {
    const answers = await autocannon({ ...asked, connections, seconds: LOOP_SECONDS });
    expect(answers['2xx']).toBeGreaterThan(0);
    expect(answers).toMatchObject({ non2xx: 0, errors: 0 });
  });

  testOnRedis.each(LOOPS)(
    '%d of them at once are never refused while a replica is killed',
    async (connections) => {
      const volley = autocannon({ ...asked, connections, seconds: 2 * LOOP_SECONDS });
      await delay(LOOP_SECONDS * 500);
      await stack().endProcess('projects-1', 'SIGKILL');
      expect(await volley).toMatchObject({ non2xx: 0, errors: 0 });
      await stack().ready();
    },
  );

  test('[L9] under three times the load that can be served, most of that is still served, in bounded memory, and calm callers are right afterwards', async () => {
    const ask = (rest: Pick<Volley, 'connections' | 'rate'>) =>
      autocannon({ ...asked, ...rest, seconds: 4 * LOOP_SECONDS });
    const calm = await ask({ connections: 64 });
    const rate = Math.round((3 * calm['2xx']) / calm.duration);
    const crowded = await ask({ connections: 1_000, rate });
    expect(Object.keys(crowded.statusCodeStats).filter((code) => !/200|503/.test(code))).toEqual(
      [],
    );
    expect(crowded['2xx']).toBeGreaterThan(0.7 * calm['2xx']);
    expect(await ask({ connections: 64 })).toMatchObject({ non2xx: 0, errors: 0 });
    expect(await memoryMiB(stack().pidOf('gateway'), 'VmHWM')).toBeLessThan(GATEWAY_MIB);
  });
});
