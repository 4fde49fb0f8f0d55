import { type Plan, SERVICES } from '@studiolo/infra/stack/plan';
import { Redis } from 'ioredis';

/** Runs commands on a connection of their own, past any proxy. */
export async function onRedis<Result>(
  { ports }: Plan,
  work: (redis: Redis) => Promise<Result>,
): Promise<Result> {
  const redis = new Redis(ports.redis, '127.0.0.1');
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

/** The streams of messages and the queues of mails that are not empty, in words. */
export async function leftInRedis(redis: Redis): Promise<string[]> {
  const streams = SERVICES.flatMap((service) =>
    ['requests', 'events', 'dead-letters'].map((kind) => `studiolo:{${service}}:${kind}`),
  );
  const jobs = ['wait', 'active'].map((state) => redis.llen(`{bull}:mail:${state}`));
  const counts = [...streams.map((stream) => redis.xlen(stream)), ...jobs];
  const names = [...streams, 'waiting mails', 'mails being sent'];
  return (await Promise.all(counts)).flatMap((count, at) =>
    count === 0 ? [] : [`${count} entries are left in ${names[at]}`],
  );
}
