import { publishGauge } from './metrics.js';

const connections = new Map<string, () => boolean>();

publishGauge({
  name: 'studiolo_redis_up',
  help: 'Whether this process can use Redis, by what it needs the connection for: 1 or 0',
  labelNames: ['connection'],
  read: () => Object.fromEntries([...connections].map(([name, isReady]) => [name, +isReady()])),
});

/** Publishes whether a connection to Redis is usable. A later call with the same name replaces the earlier one. */
export function observeRedis(connection: string, isReady: () => boolean): void {
  connections.set(connection, isReady);
}
