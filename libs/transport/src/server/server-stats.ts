import type { HandlingMeasurement, MessageKind } from './server-options.js';

export interface QueueStats {
  /** Messages waiting and taken. */
  readonly depth: number;
  /** Entries that some replica has taken and not yet acknowledged. */
  readonly pending: number;
  /** Replicas known to the group. */
  readonly consumers: number;
}

export interface ServerStats {
  /** Messages this replica works on. */
  readonly inFlight: number;
  /** Failed events waiting for their next try. */
  readonly waitingRetries: number;
  readonly handled: Readonly<Record<string, { readonly ok: number; readonly error: number }>>;
  /** Entries taken over from a replica that died, and own ones recovered after a lost connection. */
  readonly redelivered: number;
  /** Requests dropped because nobody waited any more. */
  readonly expired: number;
  /** Requests that ran beyond their deadline. */
  readonly overdue: number;
  /** Entries whose signature did not verify. */
  readonly refused: number;
  /** Entries that were malformed, too large or of an unknown pattern. */
  readonly unreadable: number;
  /** Requests answered with an error because every replica that took them died. */
  readonly abandoned: number;
  /** Events this replica has parked. */
  readonly deadLettered: number;
  /** As last seen, at most one heartbeat ago. */
  readonly queues: Readonly<Partial<Record<MessageKind, QueueStats>>>;
}

export type Tally =
  'redelivered' | 'expired' | 'overdue' | 'refused' | 'unreadable' | 'abandoned' | 'deadLettered';

/** Counts what happens to messages. */
export class ServerCounter {
  private readonly handled = new Map<string, { ok: number; error: number }>();
  private readonly tallies: Record<Tally, number> = {
    redelivered: 0,
    expired: 0,
    overdue: 0,
    refused: 0,
    unreadable: 0,
    abandoned: 0,
    deadLettered: 0,
  };

  constructor(
    private readonly onMetric: ((measurement: HandlingMeasurement) => void) | undefined,
  ) {}

  add(tally: Tally, count = 1): void {
    this.tallies[tally] += count;
  }

  handledOne(measurement: HandlingMeasurement): void {
    let outcomes = this.handled.get(measurement.pattern);
    if (!outcomes) this.handled.set(measurement.pattern, (outcomes = { ok: 0, error: 0 }));
    outcomes[measurement.outcome] += 1;
    this.onMetric?.(measurement);
  }

  snapshot(): Omit<ServerStats, 'inFlight' | 'waitingRetries' | 'queues'> {
    const handled = Object.fromEntries(
      [...this.handled].map(([pattern, outcomes]) => [pattern, { ...outcomes }]),
    );
    return { handled, ...this.tallies };
  }
}
