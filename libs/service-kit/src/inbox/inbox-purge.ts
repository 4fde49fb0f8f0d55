import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DataSource } from 'typeorm';

const PURGE_INTERVAL_MS = 10 * 60 * 1000;
/** Repeats come within seconds; a client's own retry with an Idempotency-Key may come within a day. */
const KEPT_FOR = '24 hours';

/** Forgets messages that can no longer be repeated. */
@Injectable()
export class InboxPurge implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(InboxPurge.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.purge(), PURGE_INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async purge(): Promise<void> {
    try {
      await this.dataSource.query('DELETE FROM inbox WHERE received_at < now() - $1::interval', [
        KEPT_FOR,
      ]);
    } catch (error) {
      this.logger.warn({ err: error }, 'Old inbox rows stay until the next purge');
    }
  }
}
