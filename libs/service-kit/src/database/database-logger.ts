import { Logger } from '@nestjs/common';
import type { Logger as TypeOrmLogger } from 'typeorm';

/** Sends TypeORM's messages to the process's log, without queries and their values. */
export class DatabaseLogger implements TypeOrmLogger {
  private readonly logger = new Logger('Database');

  logMigration(message: string): void {
    this.logger.log(message);
  }

  log(level: 'log' | 'info' | 'warn', message: unknown): void {
    if (level === 'warn') this.logger.warn(message);
    else this.logger.debug(message);
  }

  logQuery(): void {
    // Queries are not logged.
  }

  logQueryError(): void {
    // The caller of the query gets the error.
  }

  logQuerySlow(): void {
    // Called only with `maxQueryExecutionTime`, which is not set.
  }

  logSchemaBuild(): void {
    // Only migrations change the schema.
  }
}
