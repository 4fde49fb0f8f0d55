/** One stream entry, handed to this replica. */
export interface Delivery {
  readonly entryId: string;
  readonly fields: readonly string[];
  /** 1 on the first delivery, counted by Redis over all replicas. */
  readonly attempt: number;
  /** Tries of this replica since then that did not count, because something was away. */
  readonly uncounted?: number;
}
