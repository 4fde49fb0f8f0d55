import type { PendingEntries } from './pending-entries.js';

export type Entry = [id: string, fields: string[]];

export interface Delivery {
  readonly entryId: string;
  readonly fields: readonly string[];
  /** 1 on the first delivery, counted by Redis over all replicas. */
  readonly attempt: number;
  /** Tries of this replica since then that did not count, because something could not be reached. */
  readonly uncounted?: number;
}

export interface DeliveryHandler {
  readonly kind: 'request' | 'event';
  readonly taken: PendingEntries;
  /** Messages that failed and wait for another try. */
  readonly waiting: number;
  /** Leaves those to a peer. */
  stopRetries?(): void;
  accept(delivery: Delivery): void;
}
