import { Injectable } from '@nestjs/common';
import { type ReplyOf, storageMessages } from '@studiolo/contracts';
import { MessageBus } from '@studiolo/service-kit';

type Limits = ReplyOf<typeof storageMessages.getLimits>;

const CACHE_MS = 60_000;

/** The limits that are set for storage, as they were at most a minute ago. */
@Injectable()
export class StorageLimits {
  private current: Promise<Limits> | undefined;

  constructor(private readonly bus: MessageBus) {}

  /** @throws AppError UNAVAILABLE when storage does not answer */
  get(): Promise<Limits> {
    this.current ??= this.ask();
    return this.current;
  }

  private async ask(): Promise<Limits> {
    const forget = () => (this.current = undefined);
    try {
      const limits = await this.bus.call(storageMessages.getLimits, {});
      setTimeout(forget, CACHE_MS).unref();
      return limits;
    } catch (error) {
      forget();
      throw error;
    }
  }
}
