import type { HealthReport } from '@studiolo/contracts';
import pTimeout from 'p-timeout';

import { sharedResult } from './shared-result.js';

/** Throws, rejects or returns false when a dependency cannot be used. */
type HealthCheck = () => unknown;

const CHECK_TIMEOUT_MS = 1500;
/** How long a report is shared, so that stores answer the checks of a process once a second, however many ask it. */
export const REPORT_SHARED_MS = 1000;

export interface ProcessHealth {
  /** Whether it should get work, regardless of its dependencies' state. */
  isReady(): boolean | Promise<boolean>;
  report(): Promise<HealthReport>;
}

export class HealthRegistry implements ProcessHealth {
  private readonly checks = new Map<string, HealthCheck>();
  private hasBeenHealthy = false;

  register(name: string, check: HealthCheck): void {
    this.checks.set(name, check);
  }

  /**
   * Stays true once every check has passed, so a new version pointed at the wrong stores never replaces a running one.
   * A store that fails later makes calls fail; checking it here would take every replica out of its load balancer at
   * once.
   */
  async isReady(): Promise<boolean> {
    return this.hasBeenHealthy || (await this.report()).healthy;
  }

  /** Runs all checks at once, at most once a second; one that takes too long counts as down. */
  readonly report = sharedResult(REPORT_SHARED_MS, () => this.runChecks());

  private async runChecks(): Promise<HealthReport> {
    const results = await Promise.all(
      [...this.checks].map(async ([name, check]) => [name, await outcome(check)] as const),
    );
    const healthy = results.every(([, result]) => result === 'up');
    this.hasBeenHealthy ||= healthy;
    return { healthy, checks: Object.fromEntries(results) };
  }
}

async function outcome(check: HealthCheck): Promise<'up' | 'down'> {
  try {
    const result = await pTimeout(Promise.resolve(check()), { milliseconds: CHECK_TIMEOUT_MS });
    return result === false ? 'down' : 'up';
  } catch {
    return 'down';
  }
}
