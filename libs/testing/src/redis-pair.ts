import { eventually } from './eventually.js';
import { RedisProcess } from './redis-process.js';
import { TcpProxy } from './tcp-proxy.js';

/** A primary and its replica behind one address that always leads to the primary, as with a managed Redis. */
export class RedisPair {
  private proxy: TcpProxy | undefined;
  private primary: RedisProcess;
  private replica: RedisProcess;

  private constructor(primary: RedisProcess, replica: RedisProcess) {
    this.primary = primary;
    this.replica = replica;
  }

  /** Needs a native server: call it inside `describeNative`. */
  static async start(): Promise<RedisPair> {
    const primary = await RedisProcess.start('redis-server');
    const replica = await RedisProcess.start('redis-server');
    const pair = new RedisPair(primary, replica);
    pair.proxy = await TcpProxy.to(() => pair.primary.url);
    await replicate(replica, primary);
    return pair;
  }

  /** The address that always leads to the primary; open connections stay where they are. */
  get url(): string {
    return `redis://${this.proxy?.address}`;
  }

  /** The replica takes over. The old primary stays up as its replica and keeps its connections. */
  async failOver(): Promise<void> {
    await this.replica.run((redis) => redis.replicaof('NO', 'ONE'));
    [this.primary, this.replica] = [this.replica, this.primary];
    await replicate(this.replica, this.primary);
  }

  async stop(): Promise<void> {
    await this.proxy?.close();
    await Promise.all([this.primary.stop(), this.replica.stop()]);
  }
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
