const TICK_MS = 500;
/** Ticks without an answer after which a connection is taken for dead (about 2 s). */
const SILENT_TICKS = 4;

export interface WatchedConnection {
  /** What a tick checks: nothing while unconnected, an answer while preparing, a probe while usable. */
  state(): 'unconnected' | 'preparing' | 'usable';
  /** A cheap round trip. */
  probe(): Promise<unknown>;
  /** Called when Redis has stopped answering. */
  gone(): void;
}

/**
 * Notices a connection that no longer answers although its socket is open. It counts silence in timer ticks,
 * not in wall time, so a process that was itself stopped does not blame the connection.
 */
export class SilenceWatchdog {
  private timer: NodeJS.Timeout | undefined;
  private silentTicks = 0;
  private probing = false;

  constructor(private readonly watched: WatchedConnection) {}

  start(): void {
    this.timer ??= setInterval(() => this.tick(), TICK_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** A new connection is not blamed for the silence of the last one. */
  reset(): void {
    this.silentTicks = 0;
  }

  private tick(): void {
    const state = this.watched.state();
    if (state === 'unconnected') return;
    if (state === 'usable' && !this.probing) this.probe();
    else this.countSilence();
  }

  private countSilence(): void {
    this.silentTicks += 1;
    if (this.silentTicks < SILENT_TICKS) return;
    this.silentTicks = 0;
    this.watched.gone();
  }

  private probe(): void {
    this.silentTicks = 0;
    this.probing = true;
    void this.watched
      .probe()
      .catch(() => undefined)
      .finally(() => (this.probing = false));
  }
}
