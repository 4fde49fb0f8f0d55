import { eventually } from '@studiolo/testing/eventually';
import { replicate } from '@studiolo/testing/redis-pair';
import { type RedisProcess, startRedis } from '@studiolo/testing/redis-process';

const NAME = 'studio';

/**
 * A primary and its replica, watched by three Sentinels that fail over after one second without the primary. Needs a
 * native server: call it inside `describeNative`.
 */
export async function startRedisSentinels() {
  const primary = await startRedis();
  const replica = await startRedis();
  await replicate(replica, primary);
  // Sentinels whose votes were split repeat an election after twice their time for a failover.
  const sentinel = [
    `sentinel monitor ${NAME} 127.0.0.1 ${primary.port} 2`,
    `sentinel down-after-milliseconds ${NAME} 1000`,
    `sentinel failover-timeout ${NAME} 3000`,
  ];
  const start = () => startRedis({ sentinel });
  const sentinels = await Promise.all([start(), start(), start()]);
  await Promise.all(sentinels.map(knowsAll));
  const hosts = sentinels.map(({ port }) => `127.0.0.1:${port}`);
  return {
    /** The address by which clients find the primary. */
    url: `redis+sentinel://${hosts.join(',')}/${NAME}/0`,
    /** Kills the primary, which loses writes not yet replicated; resolves when the replica has taken over. */
    async killPrimary(): Promise<void> {
      await primary.kill();
      await replica.run((redis) =>
        eventually(async () => expect(await redis.info('replication')).toContain('role:master')),
      );
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all([...sentinels, primary, replica].map((each) => each.stop()));
    },
  };
}

/** Waits until it knows the other Sentinels and the replica: a failover needs both. */
async function knowsAll(sentinel: RedisProcess): Promise<void> {
  await sentinel.run((redis) =>
    eventually(async () => {
      const state = String(await redis.call('SENTINEL', 'MASTER', NAME));
      expect(state).toContain('num-slaves,1,num-other-sentinels,2,');
    }),
  );
}
