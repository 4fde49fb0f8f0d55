/** Requests in progress that one part of the API may have for as long as it likes. */
const STEADY_MAX = 64;
/** How long more than that are taken in: a burst is worked off, an overload is not. */
const BURST_MS = 1_000;
/** Taken in during a burst at most, so that memory stays bounded. */
const BURST_MAX = 1_000;

/**
 * Tells when to turn requests away. Under a lasting overload, waiting in line helps nobody: beyond what
 * can be answered soon, a quick refusal leaves those that are accepted their usual time.
 */
export class ConcurrencyLimit {
  private running = 0;
  private crowdedSince = Number.POSITIVE_INFINITY;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Whether one more may begin; whoever is told so calls `leave` when it has ended. */
  enter(): boolean {
    if (this.running >= STEADY_MAX && this.isFull()) return false;
    this.running += 1;
    if (this.running === STEADY_MAX) this.crowdedSince = this.now();
    return true;
  }

  leave(): void {
    this.running -= 1;
    if (this.running < STEADY_MAX) this.crowdedSince = Number.POSITIVE_INFINITY;
  }

  private isFull(): boolean {
    return this.running >= BURST_MAX || this.now() - this.crowdedSince > BURST_MS;
  }
}
