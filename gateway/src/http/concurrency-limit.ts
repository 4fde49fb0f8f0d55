/** Requests in progress that one part of the API may have for as long as it likes, while they are quick. */
export const STEADY_MAX = 64;
/** What remains of that while they are slow. */
const STEADY_MIN = 8;
/** A request is slow when it takes this many times as long as usual for its kind … */
const SLOW_FACTOR = 2;
/** … but never below this many milliseconds, which nobody minds. */
const QUICK_MS = 100;
/** What a quick request adds to the limit, and what a slow one takes off: it comes to rest with one slow in six. */
const STEPS = { quick: 0.1, slow: -0.5 };
/** What takes long beside fewer than this many others takes long as usual. */
const UNDISTURBED_BELOW = 8;
/** By this share each undisturbed request moves what counts as usual, which thus stays near their median. */
const USUAL_STEP = 0.02;
/** How long more than the limit are taken in: a burst is worked off, an overload is not. */
const BURST_MS = 1_000;
/** Taken in during a burst at most, so that memory stays bounded. */
const BURST_MAX = 1_000;
/** Time without a crowd after which the next one counts as a burst: a lasting overload is not many of them. */
const CALM_MS = 5_000;

/** The time of what has failed says nothing of the load: an outage is not an overload. */
type Leave = (hasSucceeded: boolean) => void;

/**
 * Tells when to turn requests away. Under a lasting overload, waiting in line helps nobody: beyond what
 * can be answered about as soon as usual, a quick refusal leaves those that are accepted their time.
 */
export class ConcurrencyLimit {
  private running = 0;
  private steady = STEADY_MAX;
  private crowdedSince = Number.NEGATIVE_INFINITY;
  private crowdedAt = Number.NEGATIVE_INFINITY;
  /** Milliseconds, by kind. */
  private readonly usual = new Map<string, number>();

  /** @param steadyMin how far the limit may fall while requests are slow */
  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly steadyMin: number = STEADY_MIN,
  ) {}

  /**
   * Lets one more begin, or nobody. Whoever is let in calls the result when it has ended; further calls do nothing.
   * @param kind has a usual time of its own; there are few of them
   */
  enter(kind: string): Leave | undefined {
    const enteredAt = this.now();
    if (this.running >= this.steady && this.isFull(enteredAt)) return undefined;
    const isUndisturbed = this.running < UNDISTURBED_BELOW;
    this.running += 1;
    let hasLeft = false;
    return (hasSucceeded) => {
      if (hasLeft) return;
      hasLeft = true;
      this.running -= 1;
      if (!hasSucceeded) return;
      const tookMs = this.now() - enteredAt;
      this.adapt(kind, tookMs);
      if (isUndisturbed) this.learn(kind, tookMs);
    };
  }

  private adapt(kind: string, tookMs: number): void {
    const quickMs = Math.max(QUICK_MS, SLOW_FACTOR * (this.usual.get(kind) ?? tookMs));
    const step = tookMs <= quickMs ? STEPS.quick : STEPS.slow;
    this.steady = Math.min(STEADY_MAX, Math.max(this.steadyMin, this.steady + step));
  }

  private learn(kind: string, tookMs: number): void {
    const before = this.usual.get(kind) ?? tookMs;
    this.usual.set(kind, before * (tookMs > before ? 1 + USUAL_STEP : 1 - USUAL_STEP));
  }

  private isFull(now: number): boolean {
    if (now - this.crowdedAt > CALM_MS) this.crowdedSince = now;
    this.crowdedAt = now;
    return this.running >= BURST_MAX || now - this.crowdedSince > BURST_MS;
  }
}
