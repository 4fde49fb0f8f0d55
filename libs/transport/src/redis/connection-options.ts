/** Options that must be the same on both sides of the transport. */
export interface ConnectionOptions {
  /** Address of a server or of its Sentinels, in the form that `redisOptions` describes. */
  readonly redisUrl: string;
  /** Certificates (PEM) that verify the server over TLS. Default: those of Node. */
  readonly redisCa?: string | undefined;
  /** Secret of the HMAC over every message, the same in every process. Default: unsigned. */
  readonly signingKey?: string | undefined;
  /** A second secret that is accepted but not signed with, while keys are changed one process after another. */
  readonly previousSigningKey?: string | undefined;
  /** First part of every key and channel. Default: `rpc`. */
  readonly prefix?: string;
}

/** A longer timer of Node fires at once. */
export const LONGEST_TIMER_MS = 2_147_483_647;

/** @throws TypeError for a time that no timer can wait for */
export function checkMilliseconds(name: string, value: number): void {
  if (value > 0 && value <= LONGEST_TIMER_MS) return;
  throw new TypeError(`${name} has to be milliseconds, above 0 and at most ${LONGEST_TIMER_MS}`);
}
