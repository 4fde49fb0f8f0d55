import type { ServiceKeys } from '../redis/keys.js';
import { ADVANCE, type EventEntry, type Script } from './ordered-events.js';

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`;

const DELAY = `${NOW}
for at, delayed in ipairs(KEYS) do redis.call('ZADD', delayed, now + ARGV[1], ARGV[at + 1]) end`;

/**
 * Releases at most 1,000 events; the next call releases the rest. Redis checks its memory only at the first write of a
 * script, and a full one allows ZREM, so that no event is lost between the two keys.
 */
const RELEASE = `${ADVANCE}${NOW}
local stream, delayed, waiting = KEYS[1], KEYS[2], KEYS[3]
for _, entry in ipairs(redis.call('ZRANGEBYSCORE', delayed, '-inf', now, 'LIMIT', 0, 1000)) do
  redis.call('ZREM', delayed, entry)
  local fields = cjson.decode(entry)
  if fields[#fields - 1] == 'k' then
    place(stream, ARGV[1] .. fields[#fields] .. ARGV[2], waiting, entry)
  else
    redis.call('XADD', stream, '*', unpack(fields))
  end
end`;

/** Stores each entry until `delayMs` from now on the clock of Redis: all of the entries or none. */
export function storeDelayed(entries: readonly EventEntry[], delayMs: number): Script {
  const keys = entries.map((entry) => entry.keys.delayed);
  const values = entries.map(({ fields }) => JSON.stringify(fields));
  return [DELAY, keys.length, ...keys, String(delayMs), ...values];
}

/** Puts what is due into the stream; an event with an order key behind those of its key. */
export function releaseDue(keys: ServiceKeys): Script {
  const [head = '', tail = ''] = keys.orderQueue('\n').split('\n');
  return [RELEASE, 3, keys.events, keys.delayed, keys.waiting, head, tail];
}
