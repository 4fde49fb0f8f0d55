import { Logger } from '@nestjs/common';
import { AbstractLogger, type LogLevel, type LogMessage } from 'typeorm';

/** Sends TypeORM's messages to the process's log, without queries and their values. */
export class DatabaseLogger extends AbstractLogger {
  private readonly logger = new Logger('Database');

  constructor() {
    super(['warn', 'migration']);
  }

  protected writeLog(level: LogLevel, messages: LogMessage | string | number): void {
    for (const { message } of this.prepareLogMessages(messages, { highlightSql: false })) {
      if (level === 'warn') this.logger.warn(message);
      else this.logger.log(message);
    }
  }
}
