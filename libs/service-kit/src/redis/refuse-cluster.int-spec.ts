import { describeNative, redisKinds, RedisProcess } from '@studiolo/testing/redis-process';

import { refuseCluster } from './refuse-cluster.js';

const check = (redis: RedisProcess) => redis.run((client) => refuseCluster(client));

test.each(redisKinds)('one server is taken (%s)', async (kind) => {
  const redis = await RedisProcess.start(kind);
  await expect(check(redis)).resolves.toBeUndefined();
  await redis.stop();
});

describeNative('a node of a Redis Cluster', () => {
  test('is refused in a sentence that says what to give instead', async () => {
    const redis = await RedisProcess.start('redis-server', {
      settings: ['--cluster-enabled', 'yes'],
    });
    await expect(check(redis)).rejects.toThrow(/belongs to a Redis Cluster.*or Sentinels/);
    await redis.stop();
  });
});
