export { AppError, throwUnavailable } from './app-error.js';
export * from './env/load-env.js';
export * from './env/settings.js';
export * from './logging/request-context.js';
export { createLogger, createPlainLogger } from './logging/logger.js';
export * from './messaging/handlers.js';
export { type CallOptions, MessageBus } from './messaging/message-bus.js';
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
export { createService, runService } from './run-service.js';
export { collectStartGarbage } from './start-garbage.js';
export { startProcess } from './start-process.js';
