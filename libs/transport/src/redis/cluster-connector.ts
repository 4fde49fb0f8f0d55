import { connect as connectTcp, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

import { AbstractConnector, Redis, type RedisOptions } from 'ioredis';

export interface NodeAddress {
  readonly host: string;
  readonly port: number;
}

export interface ClusterAddress {
  /** Asked where the primaries are. */
  readonly nodes: readonly NodeAddress[];
  /** Where nodes are reached whose announced address (`host:port`) leads nowhere from here. */
  readonly mapped: ReadonlyMap<string, NodeAddress>;
}

/** As CLUSTER SLOTS gives it. */
type Member = [host: string, port: number, ...more: unknown[]];
/** A range of slots, its primary, and then its replicas. */
type SlotRange = [first: number, last: number, primary: Member, ...replicas: Member[]];

/** Milliseconds until a node that does not answer is passed over. */
const ASK_TIMEOUT_MS = 500;

/**
 * Makes each new connection of ioredis one to the primary of a Redis Cluster that has a key, as Sentinel makes it one to
 * the primary of a name: it stays a connection to one server, which the transport can batch on, time and probe.
 * @param key without one, any primary
 */
export function connectorToPrimary(
  cluster: ClusterAddress,
  key: string | undefined,
): NonNullable<RedisOptions['Connector']> {
  const primaries = new Primaries(cluster, key);
  return class ClusterConnector extends AbstractConnector {
    private readonly options: RedisOptions;

    constructor(options: unknown) {
      super((options as RedisOptions).disconnectTimeout ?? 0);
      this.options = options as RedisOptions;
    }

    /** Never rejects, after which ioredis would not try again: a failure is a connection that is closed already. */
    async connect(): Promise<Socket> {
      this.connecting = true;
      try {
        const primary = await primaries.locate(this.options);
        if (!this.connecting) throw new Error('Connection is closed.');
        const { tls } = this.options;
        this.stream = tls ? connectTls({ ...primary, ...tls }) : connectTcp(primary);
        this.stream.once('error', (error: Error) => (this.firstError = error));
      } catch (error) {
        this.firstError = error as Error;
        this.stream = new Socket().destroy();
      }
      return this.stream;
    }
  };
}

/** The primaries of a cluster that have a key, as its nodes know them. */
class Primaries {
  /** Grows with what nodes tell: those of the address may be gone one day. */
  private known: readonly NodeAddress[];

  constructor(
    private readonly cluster: ClusterAddress,
    private readonly key: string | undefined,
  ) {
    this.known = cluster.nodes;
  }

  /** Asks one node after the other, in any order: one that was cut off from the others may be wrong. */
  async locate(options: RedisOptions): Promise<NodeAddress> {
    let cause: unknown;
    for (const node of shuffled(this.known)) {
      try {
        return await this.locateBy(node, options);
      } catch (error) {
        cause = error;
      }
    }
    throw new Error('No node of the cluster says where the primary is', { cause });
  }

  private async locateBy(node: NodeAddress, options: RedisOptions): Promise<NodeAddress> {
    const { nodes, mapped } = this.cluster;
    const [slot, ranges] = await ask(node, options, this.key);
    // A node that does not know its own address gives none.
    const reached = ([host, port]: Member) =>
      mapped.get(`${host}:${port}`) ?? { host: host || node.host, port };
    const told = ranges.flatMap(([, , ...members]) => members.map(reached));
    this.known = [...nodes, ...told.filter((one) => !nodes.some((other) => isSame(one, other)))];
    const [range] = shuffled(
      ranges.filter(([first, last]) => slot === undefined || (first <= slot && slot <= last)),
    );
    if (!range) throw new Error('no node has the slot of the key');
    return reached(range[2]);
  }
}

async function ask(
  node: NodeAddress,
  { username, password, tls }: RedisOptions,
  key: string | undefined,
): Promise<[slot: number | undefined, ranges: SlotRange[]]> {
  const login = {
    ...(username && { username }),
    ...(password && { password }),
    ...(tls && { tls }),
  };
  const redis = new Redis({
    ...{ ...node, ...login, lazyConnect: true, enableReadyCheck: false, disableClientInfo: true },
    ...{ connectTimeout: ASK_TIMEOUT_MS, commandTimeout: ASK_TIMEOUT_MS, disconnectTimeout: 0 },
    retryStrategy: null,
  });
  let lost: Error | undefined;
  redis.on('error', (error) => (lost = error));
  try {
    await redis.connect();
    const slot = key === undefined ? undefined : await redis.cluster('KEYSLOT', key);
    return [slot, (await redis.cluster('SLOTS')) as unknown as SlotRange[]];
  } catch (error) {
    throw lost ?? error;
  } finally {
    redis.disconnect();
  }
}

function isSame(one: NodeAddress, other: NodeAddress): boolean {
  return one.host === other.host && one.port === other.port;
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, rank: Math.random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
