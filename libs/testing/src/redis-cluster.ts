import type { Redis } from 'ioredis';

import type { makeCertificates } from './certificates.js';
import { eventually } from './eventually.js';
import { freePort, type RedisProcess, startRedis } from './redis-process.js';

const SLOTS = 16_384;
const PRIMARIES = 3;
/** A primary that is silent for as long has its replica elected. */
const NODE_TIMEOUT_MS = 1000;

interface Node {
  readonly process: RedisProcess;
  readonly busPort: number;
  readonly id: string;
}

export type RedisCluster = Awaited<ReturnType<typeof startRedisCluster>>;

/** Three primaries, each with a replica. Needs a native server of version 7: call it inside `describeNative`. */
export async function startRedisCluster(tls?: ReturnType<typeof makeCertificates>) {
  const nodes = await Promise.all(Array.from({ length: 2 * PRIMARIES }, () => startNode(tls)));
  await join(nodes);

  /** The primary that has a key, as another node that lives sees it. */
  async function primaryOf(key: string, but?: Node): Promise<Node> {
    const asked = nodes.find((node) => node !== but && node.process.isRunning);
    if (!asked) throw new Error('No node is running');
    const id = await asked.process.run(async (redis) => {
      const slot = await redis.cluster('KEYSLOT', key);
      const ranges = await redis.cluster('SLOTS');
      return ranges.find(([first, last]) => first <= slot && slot <= last)?.[2]?.[2];
    });
    const primary = nodes.find((node) => node.id === id);
    if (!primary) throw new Error(`No node has ${key}`);
    return primary;
  }

  return {
    nodes,
    /** The address by which clients find the nodes. */
    url: `redis${tls ? 's' : ''}+cluster://${nodes.map(({ process }) => `127.0.0.1:${process.port}`).join(',')}`,
    primaryOf: async (key: string): Promise<RedisProcess> => (await primaryOf(key)).process,
    /** Kills the primary that has a key; resolves when its replica has taken over. */
    async killPrimaryOf(key: string): Promise<void> {
      const old = await primaryOf(key);
      await old.process.kill();
      await eventually(async () => {
        if ((await primaryOf(key, old)) === old) throw new Error('There is no new primary yet');
      });
    },
    /** Moves the slot of a key, with all keys in it, to another primary, as redis-cli does. */
    async moveSlotOf(key: string): Promise<void> {
      const from = await primaryOf(key);
      const others = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((one) => primaryOf(one)));
      const to = others.find((node) => node !== from);
      if (!to) throw new Error('No other primary was found');
      await moveSlot(key, from, to, nodes);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      await Promise.all(nodes.map(({ process }) => process.stop()));
    },
  };
}

async function startNode(tls: ReturnType<typeof makeCertificates> | undefined): Promise<Node> {
  const busPort = await freePort();
  const cluster = ['--cluster-enabled', 'yes', '--cluster-node-timeout', String(NODE_TIMEOUT_MS)];
  const process = await startRedis({
    tls,
    settings: [
      ...[...cluster, '--cluster-port', String(busPort), '--bind', '127.0.0.1'],
      // A replica whose primary dies at once after the start would otherwise not stand for election.
      ...['--cluster-replica-validity-factor', '0', '--repl-diskless-sync-delay', '0'],
      ...(tls ? ['--tls-cluster', 'yes', '--tls-replication', 'yes'] : []),
    ],
  });
  const id = await process.run((redis) => redis.cluster('MYID'));
  return { process, busPort, id };
}

async function join(nodes: readonly Node[]): Promise<void> {
  const share = Math.ceil(SLOTS / PRIMARIES);
  const on = <Result>({ process }: Node, work: (redis: Redis) => Promise<Result>) =>
    process.run(work);
  for (const [index, node] of nodes.entries()) {
    await on(node, async (redis) => {
      await redis.cluster('SET-CONFIG-EPOCH', index + 1);
      const first = index * share;
      const last = Math.min(first + share, SLOTS) - 1;
      if (index < PRIMARIES) await redis.cluster('ADDSLOTSRANGE', first, last);
      for (const { process, busPort } of nodes.slice(0, index))
        await redis.call('CLUSTER', 'MEET', '127.0.0.1', process.port, busPort);
    });
  }
  await Promise.all(nodes.map((node) => knows(node, nodes.length)));
  for (const [index, node] of nodes.entries()) {
    const primary = nodes[index - PRIMARIES];
    if (primary) await on(node, (redis) => redis.cluster('REPLICATE', primary.id));
  }
  await Promise.all(nodes.map((node) => isComplete(node)));
}

const knows = ({ process }: Node, count: number): Promise<void> =>
  process.run((redis) =>
    eventually(async () => {
      const known = String(await redis.cluster('INFO'));
      if (!known.includes(`cluster_known_nodes:${count}`)) throw new Error('A node is unknown');
    }),
  );

/** Waits until a node knows each primary and its replica, which has all of its data. */
const isComplete = ({ process }: Node): Promise<void> =>
  process.run((redis) =>
    eventually(async () => {
      const info = String(await redis.cluster('INFO'));
      if (!info.includes('cluster_state:ok')) throw new Error('The cluster is not up');
      const ranges = await redis.cluster('SLOTS');
      if (ranges.some((range) => range.length < 4)) throw new Error('A replica is missing');
      const replication = await redis.info('replication');
      if (replication.includes('master_link_status:down')) throw new Error('Not in sync');
    }),
  );

async function moveSlot(key: string, from: Node, to: Node, nodes: readonly Node[]): Promise<void> {
  await from.process.run((source) =>
    to.process.run(async (target) => {
      const slot = await source.cluster('KEYSLOT', key);
      await target.cluster('SETSLOT', slot, 'IMPORTING', from.id);
      await source.cluster('SETSLOT', slot, 'MIGRATING', to.id);
      for (;;) {
        const keys = await source.cluster('GETKEYSINSLOT', slot, 10);
        if (keys.length === 0) break;
        await source.migrate('127.0.0.1', to.process.port, '', 0, 5000, 'KEYS', ...keys);
      }
      await target.cluster('SETSLOT', slot, 'NODE', to.id);
      await source.cluster('SETSLOT', slot, 'NODE', to.id);
      for (const { process } of nodes.filter((node) => node !== from && node !== to)) {
        if (process.isRunning)
          await process
            .run((redis) => redis.cluster('SETSLOT', slot, 'NODE', to.id))
            // A replica learns it from its primary.
            .catch(() => undefined);
      }
    }),
  );
}
