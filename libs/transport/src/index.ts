export type {
  CallMeasurement,
  CallOutcome,
  ClientStats,
  RedisStreamsClientOptions,
} from './client/client-options.js';
export { RedisStreamsClient } from './client/redis-streams.client.js';
export { type DeadLetter, DeadLetters } from './dead-letters/dead-letters.js';
export type { ConnectionOptions } from './redis/connection-options.js';
export { redisOptions } from './redis/redis-address.js';
export { RedisConnection } from './redis/redis-connection.js';
export { checkWritable, refuseCluster } from './redis/server-checks.js';
export { RedisStreamsContext } from './redis-streams.context.js';
export { RedisStreamsServer } from './server/redis-streams.server.js';
export type {
  HandlingMeasurement,
  MessageKind,
  RedisStreamsServerOptions,
} from './server/server-options.js';
export type { QueueStats, ServerStats } from './server/server-stats.js';
export { StreamRecord, type StreamRecordOptions } from './stream-record.js';
export { TransportError, type TransportErrorCode } from './transport.error.js';
