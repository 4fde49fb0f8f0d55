import { AppError } from '@studiolo/service-kit';

interface WorkQueueOptions {
  /** Pieces of work that run at the same time. */
  readonly width: number;
  /** Pieces of work that may wait; one more is refused. */
  readonly maxWaiting: number;
}

/** Runs at most `width` pieces of work at a time, in the order they came. */
export class WorkQueue {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly options: WorkQueueOptions) {}

  /** @throws AppError UNAVAILABLE when too much is waiting already */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    await this.enter();
    try {
      return await work();
    } finally {
      this.leave();
    }
  }

  private async enter(): Promise<void> {
    if (this.running < this.options.width) {
      this.running += 1;
      return;
    }
    if (this.waiting.length >= this.options.maxWaiting) throw new AppError('UNAVAILABLE');
    await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** Hands the place to whoever waits longest. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running -= 1;
  }
}
