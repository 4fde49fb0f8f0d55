import { Logger } from '@nestjs/common';

const EVERY_MS = 1_000;

/** Logs how many requests were refused, in one line a second, so that an overload does not flood the log. */
export class RefusalLog {
  private readonly logger = new Logger('Overload');
  private counts: Record<string, number> = {};
  private timer: NodeJS.Timeout | undefined;

  /** @param part of the API that is overloaded */
  note(part: string): void {
    this.counts[part] = (this.counts[part] ?? 0) + 1;
    this.timer ??= setTimeout(() => this.end(), EVERY_MS).unref();
  }

  /** Logs the remaining count. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const refused = this.counts;
    this.counts = {};
    if (Object.keys(refused).length > 0) this.logger.warn({ refused }, 'Requests were turned away');
  }
}
