import type { HealthReport } from '@studiolo/contracts';

/** Resolves when a dependency can be used and rejects when not. */
export type HealthCheck = () => Promise<unknown>;

/** Milliseconds. */
const CHECK_TIMEOUT = 1500;

/** The checks that tell whether this process can do its work. */
export class HealthRegistry {
  private readonly checks = new Map<string, HealthCheck>();

  /** @param timeoutMs after which a check counts as failed; default 1500 */
  constructor(private readonly timeoutMs = CHECK_TIMEOUT) {}

  register(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /** Runs all checks at once; one that takes too long counts as down. */
  async report(): Promise<HealthReport> {
    const results = await Promise.all(
      [...this.checks].map(
        async ([name, check]) => [name, await outcome(check, this.timeoutMs)] as const,
      ),
    );
    return {
      ready: results.every(([, result]) => result === 'up'),
      checks: Object.fromEntries(results),
    };
  }
}

async function outcome(check: HealthCheck, timeoutMs: number): Promise<'up' | 'down'> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The check timed out')), timeoutMs);
  });
  try {
    await Promise.race([check(), timeout]);
    return 'up';
  } catch {
    return 'down';
  } finally {
    clearTimeout(timer);
  }
}
