// What services with a database need besides `index.ts`: apart, since it loads TypeORM, which the gateway has no use for.
export { createMessagingTables } from './database/messaging-tables.js';
export { isDatabaseUnavailable } from './database/unavailable.js';
export { replaceKey } from './database/replace-key.js';
export { ForwardMigration } from './database/forward-migration.js';
export { isoTime } from './database/row-types.js';
export type { DatabaseOptions } from './database/data-source.js';
export * from './database/database-clock.js';
export * from './database/statement.js';
export { defineService, SETTINGS } from './define-service.js';
export { forgetUser, Inbox, isFirstRun } from './inbox/inbox.js';
export { enqueue, recordChange, recordEvent, recordSessionEnd } from './outbox/outbox.js';
export { JobPublisher, OutboxDispatcher, publishSignal } from './outbox/outbox-dispatcher.js';
export { RowPurge } from './row-purge.js';
export { runMigrations } from './run-migrations.js';
