import { Logger } from '@nestjs/common';

const EVERY_MS = 1_000;

/** Tells operators how many requests were turned away, in one line a second: an overload must not be one of the log, too. */
export class RefusalLog {
  private readonly logger = new Logger('Overload');
  private counts: Record<string, number> = {};
  private timer: NodeJS.Timeout | undefined;

  /** @param part of the API that has too much to do */
  note(part: string): void {
    this.counts[part] = (this.counts[part] ?? 0) + 1;
    this.timer ??= setTimeout(() => this.end(), EVERY_MS).unref();
  }

  /** Tells what has not been told yet. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const refused = this.counts;
    this.counts = {};
    if (Object.keys(refused).length > 0) this.logger.warn({ refused }, 'Requests were turned away');
  }
}
