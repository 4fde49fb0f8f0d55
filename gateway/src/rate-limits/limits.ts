/** How often an action is allowed, counted in Redis over all gateways. */
export interface Limit {
  readonly points: number;
  readonly perSeconds: number;
  /** How long a key is refused from the first try beyond its points; default: until its window ends. */
  readonly blockSeconds?: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/**
 * The networks in which an IPv6 address is counted, the narrowest first, and the multiple of an address's limit for
 * each. Homes, companies and small providers get networks of these sizes and can use any address in them. The last
 * network also bounds the number of counters: a try that counts in a /32 creates at most three others.
 */
export const countedNetworks = [
  { bits: 64, share: 1 },
  { bits: 56, share: 4 },
  { bits: 48, share: 16 },
  { bits: 32, share: 256 },
] as const;

/**
 * All rate limits. "address" is the client's network address (IPv6: its networks), behind TRUST_PROXY proxies;
 * "account" is the email address entered, whether or not it has an account.
 */
export const limits = {
  /** Wrong passwords from one address for one account. A right one in between clears the count. */
  loginByAddressAndAccount: { points: 10, perSeconds: 15 * MINUTE },
  /** Wrong passwords for one account from networks that it was not signed in to from within 90 days. */
  loginByAccount: { points: 10, perSeconds: 15 * MINUTE, blockSeconds: MINUTE },
  /** Wrong passwords from one address for any account. */
  loginByAddress: { points: 100, perSeconds: 15 * MINUTE },
  /** Right passwords of one account. */
  loginByUser: { points: 60, perSeconds: 5 * MINUTE },
  /** Limits by address are generous, because a studio or a school may share one address. */
  signupByAddress: { points: 100, perSeconds: HOUR },
  forgotPasswordByAddressAndAccount: { points: 5, perSeconds: HOUR },
  forgotPasswordByAddress: { points: 60, perSeconds: HOUR },
  resendByAddress: { points: 60, perSeconds: HOUR },
  /** Tokens tried, right or wrong. */
  resetPasswordByAddress: { points: 60, perSeconds: 15 * MINUTE },
  verifyEmailByAddress: { points: 100, perSeconds: 15 * MINUTE },
  googleByAddress: { points: 60, perSeconds: 15 * MINUTE },
  /** Wrong current passwords of one account; a right one clears the count. */
  passwordChangeByUser: { points: 10, perSeconds: 15 * MINUTE },
  /** Creates and updates of projects, and changes of the account: 120 a minute, 60 of them at once. */
  writeByUser: { points: 60, perSeconds: MINUTE / 2 },
  uploadByUser: { points: 240, perSeconds: MINUTE },
} as const satisfies Record<string, Limit>;

export type LimitName = keyof typeof limits;
