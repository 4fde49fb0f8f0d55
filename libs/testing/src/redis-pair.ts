import { eventually } from './eventually.js';
import { type RedisProcess, startRedis } from './redis-process.js';
import { TcpProxy } from './tcp-proxy.js';

/**
 * A primary and its replica behind one address that always leads to the primary, as with a managed Redis; open
 * connections stay where they are. Needs a native server: call it inside `describeNative`.
 */
export async function startRedisPair() {
  let primary = await startRedis();
  let replica = await startRedis();
  const proxy = await TcpProxy.to(() => primary.url);
  await replicate(replica, primary);
  return {
    url: `redis://${proxy.address}`,
    /** The replica takes over. The old primary stays up as its replica and keeps its connections. */
    async failOver(): Promise<void> {
      await replica.run((redis) => redis.replicaof('NO', 'ONE'));
      [primary, replica] = [replica, primary];
      await replicate(replica, primary);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await proxy.close();
      await Promise.all([primary.stop(), replica.stop()]);
    },
  };
}

/** Makes one server follow another and waits until it has all of its data. */
export async function replicate(replica: RedisProcess, primary: RedisProcess): Promise<void> {
  await replica.run(async (redis) => {
    await redis.replicaof('127.0.0.1', primary.port);
    await eventually(async () => {
      const info = await redis.info('replication');
      if (!info.includes('master_link_status:up')) throw new Error('The replica is not in sync');
    });
  });
}
