import { Cluster } from 'ioredis';

import { execute } from '../redis/batches.js';
import { DEFAULT_PREFIX, type ServiceKeys, serviceKeys } from '../redis/keys.js';
import type { RedisCommands } from '../redis/server-checks.js';
import { fieldOf, messageFields, parseHeader } from '../wire/entry.js';

export interface DeadLetter {
  /** The entry in the dead-letter stream; its first part is the time it was parked, epoch milliseconds. */
  readonly id: string;
  readonly pattern: string | undefined;
  readonly messageId: string | undefined;
  readonly attempts: number;
  readonly reason: string;
  /** Metadata and payload as they are stored, two lines of JSON; encrypted if messages are. */
  readonly body: string;
}

type Entry = [id: string, fields: string[]];

const PAGE = 100;

/** Lists, replays and drops the events of one service that were given up. */
export class DeadLetters {
  private readonly keys: ServiceKeys;

  constructor(
    private readonly redis: RedisCommands,
    service: string,
    prefix: string = DEFAULT_PREFIX,
  ) {
    this.keys = serviceKeys(prefix, service);
  }

  /** The services that have dead letters. */
  static async services(redis: RedisCommands, prefix: string = DEFAULT_PREFIX): Promise<string[]> {
    const [head = '', tail = ''] = serviceKeys(prefix, '*').deadLetters.split('*');
    const found = new Set<string>();
    const nodes = redis instanceof Cluster ? redis.nodes('master') : [redis];
    for (const node of nodes) {
      for await (const keys of node.scanStream({ match: serviceKeys(prefix, '*').deadLetters })) {
        for (const key of keys as string[]) found.add(key.slice(head.length, -tail.length));
      }
    }
    return [...found].sort();
  }

  count(): Promise<number> {
    return this.redis.xlen(this.keys.deadLetters);
  }

  /** Oldest first. */
  async list(limit: number = PAGE): Promise<DeadLetter[]> {
    const entries = await this.redis.xrange(this.keys.deadLetters, '-', '+', 'COUNT', limit);
    return entries.map(describeEntry);
  }

  /**
   * Puts events back into the service's event stream under their old message ids, so that a consumer that records its
   * effects runs none of them twice. Returns how many there were.
   */
  async replay(ids: readonly string[] | 'all'): Promise<number> {
    const { redis, keys } = this;
    let count = 0;
    for await (const [id, letter] of this.entries(ids)) {
      const move = redis.multi().xadd(keys.events, '*', ...messageFields(letter));
      await execute(move.xdel(keys.deadLetters, id));
      count += 1;
    }
    return count;
  }

  /** Deletes events for good. Returns how many there were. */
  async drop(ids: readonly string[] | 'all'): Promise<number> {
    let count = 0;
    for await (const [id] of this.entries(ids))
      count += await this.redis.xdel(this.keys.deadLetters, id);
    return count;
  }

  /** The named ones, or all at this moment; those parked later are left for the next call. */
  private async *entries(ids: readonly string[] | 'all'): AsyncGenerator<Entry> {
    const { redis } = this;
    const { deadLetters } = this.keys;
    if (ids !== 'all') {
      for (const id of ids) yield* await redis.xrange(deadLetters, id, id);
      return;
    }
    const [last] = await redis.xrevrange(deadLetters, '+', '-', 'COUNT', 1);
    for (let after = '-'; last;) {
      const page = await redis.xrange(deadLetters, after, last[0], 'COUNT', PAGE);
      yield* page;
      const end = page.at(-1)?.[0];
      if (end === undefined || page.length < PAGE) return;
      after = `(${end}`;
    }
  }
}

function describeEntry([id, fields]: Entry): DeadLetter {
  const header = parseHeader(fieldOf(fields, 'h') ?? '');
  return {
    id,
    pattern: header?.pattern,
    messageId: header?.id,
    attempts: Number(fieldOf(fields, 'attempts') ?? 0),
    reason: fieldOf(fields, 'reason') ?? '',
    body: fieldOf(fields, 'b') ?? '',
  };
}
