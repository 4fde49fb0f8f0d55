import type { CallMeasurement, CallOutcome } from './client-options.js';

/** Counts the calls by pattern and outcome. */
export class CallCounter {
  private readonly byPattern = new Map<string, Partial<Record<CallOutcome, number>>>();

  count({ pattern, outcome }: CallMeasurement): void {
    const outcomes = this.byPattern.get(pattern) ?? {};
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    this.byPattern.set(pattern, outcomes);
  }

  snapshot(): Record<string, Partial<Record<CallOutcome, number>>> {
    return Object.fromEntries(
      [...this.byPattern].map(([pattern, outcomes]) => [pattern, { ...outcomes }]),
    );
  }
}
