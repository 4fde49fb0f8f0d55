export { AppError, throwUnavailable } from './app-error.js';
export * from './env/load-env.js';
export * from './env/settings.js';
export * from './logging/request-context.js';
export { createLogger, createPlainLogger } from './logging/logger.js';
export * from './messaging/handlers.js';
export { type CallOptions, MessageBus } from './messaging/message-bus.js';
export type { DatabaseOptions } from './database/data-source.js';
export * from './database/database-clock.js';
export { runMigrations } from './run-migrations.js';
export { ForwardMigration } from './database/forward-migration.js';
export { replaceKey } from './database/replace-key.js';
export { createMessagingTables } from './database/messaging-tables.js';
export { isoTime } from './database/row-types.js';
export * from './database/statement.js';
export { isDatabaseUnavailable } from './database/unavailable.js';
export { forgetUser, Inbox, isFirstRun } from './inbox/inbox.js';
export { recordEvent, recordChange, recordSessionEnd, enqueue } from './outbox/outbox.js';
export { JobPublisher, OutboxDispatcher, publishSignal } from './outbox/outbox-dispatcher.js';
export { RowPurge } from './row-purge.js';
export { PeriodicTask } from './periodic-task.js';
export { HealthRegistry, type ProcessHealth, REPORT_SHARED_MS } from './health/health-registry.js';
export { sharedResult } from './health/shared-result.js';
export { publishGauge } from './metrics/metrics.js';
export * from './tracing/span.js';
export {
  checkWritable,
  createBlockingRedis,
  createRedis,
  KEY_PREFIX,
  type RedisCommands,
} from './redis/redis.js';
export { onRedisLost } from './redis/redis-cluster.js';
export { KitModule } from './kit.module.js';
export { defineService, SETTINGS } from './define-service.js';
export { createService, runService } from './run-service.js';
export { collectStartGarbage } from './start-garbage.js';
export { startProcess } from './start-process.js';
