import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DataSource } from 'typeorm';

const INTERVAL_MS = 10 * 60 * 1000;
/** An expired link may still be asked for again: the address it was for is known this long. */
const LINKS_KEPT_FOR = '7 days';

/** Forgets sessions and links that are long past. */
@Injectable()
export class ExpiredRows implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(ExpiredRows.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly dataSource: DataSource) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.purge(), INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async purge(): Promise<void> {
    try {
      await this.dataSource.query('DELETE FROM sessions WHERE expires_at < now()');
      await this.dataSource.query(
        'DELETE FROM link_mails WHERE expires_at < now() - $1::interval',
        [LINKS_KEPT_FOR],
      );
    } catch (error) {
      this.logger.warn({ err: error }, 'Expired rows stay until the next purge');
    }
  }
}
