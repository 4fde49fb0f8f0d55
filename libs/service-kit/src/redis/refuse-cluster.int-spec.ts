import { describeNative, redisKinds, RedisProcess } from '@studiolo/testing/redis-process';

import { refuseCluster } from './refuse-cluster.js';

const check = (redis: RedisProcess) => redis.run((client) => refuseCluster(client));

test.each(redisKinds)('a single server is accepted (%s)', async (kind) => {
  const redis = await RedisProcess.start(kind);
  await expect(check(redis)).resolves.toBeUndefined();
  await redis.stop();
});

describeNative('a node of a Redis Cluster', () => {
  test('is refused with a sentence that says what to use instead', async () => {
    const redis = await RedisProcess.start('redis-server', {
      settings: ['--cluster-enabled', 'yes'],
    });
    await expect(check(redis)).rejects.toThrow(/belongs to a Redis Cluster.*or Sentinels/);
    await redis.stop();
  });
});
