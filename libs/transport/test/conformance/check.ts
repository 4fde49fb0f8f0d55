import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { freePort, redisKinds, RedisProcess } from '@studiolo/testing/redis-process';

import {
  checkConformance,
  type ConformanceOptions,
  type Verdict,
} from '../../src/conformance/index.js';

export type Checked = 'streams' | 'nest-redis' | 'nest-tcp';

const register = join(import.meta.dirname, '../../../testing/src/run-typescript.mjs');

/** The verdicts on a transport, on a broker of its own; restarts are checked where the server can keep its data. */
export async function* check(
  name: Checked,
  options: Pick<ConformanceOptions, 'only' | 'withinMs'> = {},
): AsyncGenerator<Verdict> {
  const common = {
    ...options,
    adapter: pathToFileURL(join(import.meta.dirname, `${name}.ts`)),
    execArgv: ['--import', register],
  };
  if (name === 'nest-tcp') {
    yield* checkConformance({ ...common, address: await freePort() });
    return;
  }
  const kind = redisKinds[0] ?? 'js-redis-server';
  const redis = await RedisProcess.start(kind, { persistent: kind === 'redis-server' });
  const restartBroker = async (keepData: boolean) => {
    if (!keepData) await redis.run((commands) => commands.flushall());
    await redis.kill();
    await redis.launch();
  };
  try {
    const restart = kind === 'redis-server' ? { restartBroker } : {};
    yield* checkConformance({ ...common, address: redis.url, ...restart });
  } finally {
    await redis.stop();
  }
}
