export { AppError } from './app-error.js';
export * from './env/load-env.js';
export * from './env/settings.js';
export * from './logging/request-context.js';
export { createPlainLogger } from './logging/logger.js';
export * from './messaging/handlers.js';
export { type CallOptions, MessageBus } from './messaging/message-bus.js';
export { type DatabaseOptions, dataSourceOptions } from './database/data-source.js';
export * from './database/database-clock.js';
export { migrate } from './database/migrate.js';
export { runMigrations } from './run-migrations.js';
export { createMessagingTables, dropMessagingTables } from './database/messaging-tables.js';
export { isoTime } from './database/iso-times.js';
export {
  insertingRow,
  readRows,
  rowsOf,
  runStatement,
  type Statement,
} from './database/statement.js';
export { isDatabaseUnavailable } from './database/unavailable.js';
export { forgetUser, Inbox, insertingOnce, isFirstRun } from './inbox/inbox.js';
export { announce, announceChange, announceEnd, enqueue } from './outbox/outbox.js';
export { type JobPublisher, OutboxDispatcher, publishNotice } from './outbox/outbox-dispatcher.js';
export { RowPurge } from './row-purge.js';
export { PeriodicTask } from './periodic-task.js';
export { HealthRegistry, type ProcessHealth } from './health/health-registry.js';
export { type OperatorPages, OpsServer } from './health/ops-server.js';
export { metricsRegistry, publishGauge } from './metrics/metrics.js';
export {
  inSpan,
  inSpanFrom,
  messageSpan,
  type SpanDescription,
  traceParent,
} from './tracing/span.js';
export { checkWritable, createBlockingRedis, createRedis, KEY_PREFIX } from './redis/redis.js';
export { KitModule } from './kit.module.js';
export { ServiceModule } from './service.module.js';
export { withTimeout } from './with-timeout.js';
export { createService, runService } from './run-service.js';
export { settingsOrExit, startProcess } from './start-process.js';
