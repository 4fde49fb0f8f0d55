/** An active session; ending it deletes its row. */
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
  /** Browser and system in words; null when unknown. */
  readonly device: string | null;
}
