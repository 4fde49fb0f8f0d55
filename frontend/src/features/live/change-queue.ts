import type { LiveChange } from '@studiolo/contracts';
import type { QueryClient } from '@tanstack/react-query';

import { refresh } from './refresh';

/** Changes within this time lead to one reload, in milliseconds. */
const COLLECT_MS = 80;
/** The stream starts while a page opens: what the page shows first is not to wait for the reload. */
const RELOAD_ALL_MS = 1_000;
/** A reload waits while this page saves: the old data would replace what the page already shows. */
const SAVING_CHECK_MS = 150;

/** Reloads changed data, one reload at a time. */
export class ChangeQueue {
  private waiting: LiveChange[] = [];
  private isAll = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isReading = false;

  /** @param onRead called with the changes after the reload that shows them */
  constructor(
    private readonly queryClient: QueryClient,
    private readonly onRead: (changes: readonly LiveChange[]) => void,
  ) {}

  add(change: LiveChange): void {
    this.waiting.push(change);
    this.schedule(COLLECT_MS);
  }

  /** Reloads everything, because it is unknown what changed. */
  addAll(): void {
    this.isAll = true;
    this.schedule(RELOAD_ALL_MS);
  }

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private schedule(ms: number): void {
    if (this.isReading) return;
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      if (this.queryClient.isMutating() > 0) this.schedule(SAVING_CHECK_MS);
      else void this.read();
    }, ms);
  }

  private async read(): Promise<void> {
    const changes = this.waiting;
    const what = this.isAll ? 'all' : changes;
    this.waiting = [];
    this.isAll = false;
    this.isReading = true;
    await refresh(this.queryClient, what).catch(() => undefined);
    this.isReading = false;
    this.onRead(changes);
    if (this.isAll || this.waiting.length > 0) this.schedule(COLLECT_MS);
  }
}
