import { RedisProcess } from '@studiolo/testing/redis-process';

import { PackedPackage, run } from './support/packed-package.js';
import { bestRedis } from './support/stage.js';

const MINUTES = 60_000;
const REST = ['ioredis@5', 'reflect-metadata@0.2', 'rxjs@7', '@types/node@24'];

describe.each([11, 12])('an application of Nest %s that installs the tarball from npm', (nest) => {
  it(
    'compiles against the types, asks and is answered',
    async () => {
      const packed = await PackedPackage.make();
      const redis = await RedisProcess.start(bestRedis);
      const peers = ['common', 'core', 'microservices'].map((name) => `@nestjs/${name}@${nest}`);
      const install = ['install', '--no-audit', '--no-fund', packed.tarball, ...peers, ...REST];
      await run('npm', install, packed.application);
      await packed.compile();
      expect(await packed.runExample('request-reply', redis.url)).toContain('3 pieces cost 36');
      expect(await packed.runExample('dead-letters', redis.url)).toContain('printed');
      await redis.stop();
      await packed.remove();
    },
    10 * MINUTES,
  );
});
