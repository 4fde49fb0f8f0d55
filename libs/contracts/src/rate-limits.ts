/** How often something is allowed, counted in Redis over all gateways. */
export interface RateLimit {
  /**
   * Whose tries are counted together: those of the client's network address behind TRUST_PROXY proxies (IPv6: of its
   * networks), of the email address entered, whether or not it has an account, of both, or of the signed-in user.
   */
  readonly by: 'address' | 'address and email' | 'email' | 'user';
  /** Which calls count: all, or by the password that comes with them. */
  readonly counts: 'calls' | 'wrong passwords' | 'right passwords';
  readonly points: number;
  readonly perSeconds: number;
  /** How long a key is refused from the first try beyond its points; default: until its window ends. */
  readonly blockSeconds?: number;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** All rate limits. Those by address are generous, because a studio or a school may share one address. */
export const rateLimits = {
  /** A right password in between clears the count. */
  loginByAddressAndAccount: {
    by: 'address and email',
    counts: 'wrong passwords',
    points: 10,
    perSeconds: 15 * MINUTE,
  },
  /** Networks of sign-ins within 90 days stay allowed. */
  loginByAccount: {
    by: 'email',
    counts: 'wrong passwords',
    points: 10,
    perSeconds: 15 * MINUTE,
    blockSeconds: MINUTE,
  },
  loginByAddress: {
    by: 'address',
    counts: 'wrong passwords',
    points: 100,
    perSeconds: 15 * MINUTE,
  },
  loginByUser: {
    by: 'email',
    counts: 'right passwords',
    points: 60,
    perSeconds: 5 * MINUTE,
  },
  signupByAddress: { by: 'address', counts: 'calls', points: 100, perSeconds: HOUR },
  forgotPasswordByAddressAndAccount: {
    by: 'address and email',
    counts: 'calls',
    points: 5,
    perSeconds: HOUR,
  },
  forgotPasswordByAddress: { by: 'address', counts: 'calls', points: 60, perSeconds: HOUR },
  resendByAddress: { by: 'address', counts: 'calls', points: 60, perSeconds: HOUR },
  /** Tokens tried, right or wrong. */
  resetPasswordByAddress: { by: 'address', counts: 'calls', points: 60, perSeconds: 15 * MINUTE },
  verifyEmailByAddress: { by: 'address', counts: 'calls', points: 100, perSeconds: 15 * MINUTE },
  googleByAddress: { by: 'address', counts: 'calls', points: 60, perSeconds: 15 * MINUTE },
  passwordChangeByUser: {
    by: 'user',
    counts: 'wrong passwords',
    points: 10,
    perSeconds: 15 * MINUTE,
  },
  /** Creates and updates of projects, and changes of the account: 120 a minute, 60 of them at once. */
  writeByUser: { by: 'user', counts: 'calls', points: 60, perSeconds: MINUTE / 2 },
  uploadByUser: { by: 'user', counts: 'calls', points: 240, perSeconds: MINUTE },
} as const satisfies Record<string, RateLimit>;

export type RateLimitName = keyof typeof rateLimits;
