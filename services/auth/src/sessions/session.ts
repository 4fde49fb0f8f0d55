/** A living session: one that ends is deleted. */
export interface Session {
  readonly id: string;
  readonly accountId: string;
  readonly expiresAt: Date;
}

/** A session as its owner sees it. */
export interface DescribedSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  /** In words; null when nobody said. */
  readonly device: string | null;
}
