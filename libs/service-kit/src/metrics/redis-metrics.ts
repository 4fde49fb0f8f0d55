import { publishGauge } from './metrics.js';

type IsReady = () => boolean;

const connections = new Map<string, IsReady>();

/** Publishes whether a connection to Redis is usable. A later call with the same name replaces the earlier one. */
export function observeRedis(connection: string, isReady: IsReady): void {
  connections.set(connection, isReady);
  publishGauge(
    {
      name: 'studiolo_redis_up',
      help: 'Whether this process can use Redis, by what it needs the connection for: 1 or 0',
      labelNames: ['connection'],
    },
    () =>
      [...connections].map(([name, check]) => ({
        labels: { connection: name },
        value: check() ? 1 : 0,
      })),
  );
}
