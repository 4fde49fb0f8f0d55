import type { ServiceKeys } from '../redis/keys.js';
import { fieldOf, ORDER_KEY } from './entry.js';

/**
 * A key has one event in the stream at a time. Its queue holds the id of that entry first, then the entries that wait,
 * each as a JSON array of its fields. An id whose entry is gone has been settled: the next entry goes into the stream.
 */
export const ADVANCE = `
local function advance(stream, queue, waiting)
  local first = redis.call('LINDEX', queue, 0)
  if first and first:sub(1, 1) ~= '[' then
    if #redis.call('XRANGE', stream, first, first) > 0 then return end
    redis.call('LPOP', queue)
  end
  local entry = redis.call('LPOP', queue)
  if not entry then return end
  redis.call('LPUSH', queue, redis.call('XADD', stream, '*', unpack(cjson.decode(entry))))
  if redis.call('DECR', waiting) == 0 then redis.call('DEL', waiting) end
end
local function place(stream, queue, waiting, entry)
  redis.call('RPUSH', queue, entry)
  redis.call('INCR', waiting)
  advance(stream, queue, waiting)
end`;

/** A full Redis refuses the first write, so that a refused script has changed nothing. */
const STORE = `${ADVANCE}
for at, entry in ipairs(ARGV) do
  place(KEYS[3 * at - 2], KEYS[3 * at - 1], KEYS[3 * at], entry)
end`;

/** Does nothing when a peer has claimed the entry: the next one has to wait until the peer has handled it. */
const SETTLE = `${ADVANCE}
local group, id, consumer = ARGV[1], ARGV[2], ARGV[3]
if #redis.call('XPENDING', KEYS[1], group, id, id, 1, consumer) == 0 then return end
redis.call('XACK', KEYS[1], group, id)
redis.call('XDEL', KEYS[1], id)
advance(KEYS[1], KEYS[2], KEYS[3])`;

/** The arguments of `redis.eval`. */
export type Script = [script: string, keyCount: number, ...values: string[]];

/** An event as it is stored for one service; its order key, if it has one, is the last field. */
export interface EventEntry {
  readonly keys: ServiceKeys;
  readonly fields: readonly string[];
}

export function orderKeyOf(fields: readonly string[]): string | undefined {
  return fieldOf(fields, ORDER_KEY);
}

/** Stores each entry behind the others of its key: all of the entries or none. */
export function storeOrdered(entries: readonly EventEntry[], orderKey: string): Script {
  const keys = entries.flatMap((entry) => scriptKeys(entry.keys, orderKey));
  return [STORE, keys.length, ...keys, ...entries.map(({ fields }) => JSON.stringify(fields))];
}

/** Acknowledges and deletes an entry, and lets the next one of its key go. */
export function settleOrdered(
  keys: ServiceKeys,
  orderKey: string,
  pending: { readonly group: string; readonly entryId: string; readonly consumer: string },
): Script {
  const { group, entryId, consumer } = pending;
  return [SETTLE, 3, ...scriptKeys(keys, orderKey), group, entryId, consumer];
}

function scriptKeys(keys: ServiceKeys, orderKey: string): string[] {
  return [keys.events, keys.orderQueue(orderKey), keys.waiting];
}
