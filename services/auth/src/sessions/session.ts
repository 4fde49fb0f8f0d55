/** A living session: one that ends is deleted. */
export interface Session {
  readonly id: string;
  readonly accountId: string;
  readonly expiresAt: Date;
}
