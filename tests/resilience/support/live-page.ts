import { setTimeout as delay } from 'node:timers/promises';

import { EventStream } from '@studiolo/testing/event-stream';

const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 30_000;

/** A page that is open and comes back as the pages of the front end do: when it was asked to, and later after a failure. */
export class LivePage {
  /** Times it could not open its stream. */
  failures = 0;
  /** Milliseconds after which it was last asked to come back. */
  retryMs = FIRST_RETRY_MS;
  private readonly token: string;
  private readonly gateways: readonly string[];
  private stream: EventStream | undefined;
  private isStopped = false;

  /** @param gateways the first is where it opens, the next where it comes back */
  constructor(token: string, gateways: readonly string[]) {
    this.token = token;
    this.gateways = gateways;
  }

  get isOpen(): boolean {
    return this.stream?.hasEnded === false;
  }

  /** Resolves when it has been stopped. */
  async run(): Promise<void> {
    let tries = 0;
    for (let turn = 0; !this.isStopped; turn += 1) {
      try {
        this.stream = await EventStream.open(this.gateways[turn % this.gateways.length] ?? '', {
          token: this.token,
          ...(this.stream?.cursor !== undefined && { lastEventId: this.stream.cursor }),
        });
        tries = 0;
        await this.stream.ended();
        this.retryMs = this.stream.retryMs ?? FIRST_RETRY_MS;
      } catch {
        this.failures += 1;
        tries += 1;
      }
      if (!this.isStopped) await delay(this.pauseMs(tries));
    }
  }

  stop(): void {
    this.isStopped = true;
    this.stream?.close();
  }

  private pauseMs(tries: number): number {
    const backOff = this.retryMs * 2 ** Math.max(0, tries - 1);
    return Math.min(backOff, LONGEST_RETRY_MS) * (0.75 + Math.random() / 2);
  }
}
