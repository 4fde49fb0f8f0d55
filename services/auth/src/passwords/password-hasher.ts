import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';

import { Injectable } from '@nestjs/common';
import { hash, type Options, parseOptions, verify } from '@node-rs/argon2';

import { WorkQueue } from './work-queue.js';

/** OWASP's second choice for argon2id, which is the library's default algorithm; memory in KiB. */
const PARAMETERS = {
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
} as const satisfies Options;

/** libuv has four threads by default, and name look-ups and signatures need one as well. */
const HASHES_AT_ONCE = Math.min(availableParallelism(), 3);
/**
 * Whoever would wait longer gets an answer now. Together with those at work fewer than the 64 messages
 * a replica takes at once, so that a flood of logins leaves room for everything else.
 */
const WAITING_MAX = 40;

/** Hashes passwords with argon2id, a few at a time. */
@Injectable()
export class PasswordHasher {
  private readonly queue = new WorkQueue({ width: HASHES_AT_ONCE, maxWaiting: WAITING_MAX });
  /** Belongs to no password: checking against it costs what a real check costs. */
  private readonly dummy = this.hash(randomBytes(32).toString('base64url'));

  /** A PHC string. */
  hash(password: string): Promise<string> {
    return this.queue.run(() => hash(normalized(password), PARAMETERS));
  }

  /** Whether the password is the one behind the hash. Without a hash: false, after the same work. */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    const phc = passwordHash ?? (await this.dummy);
    const matches = await this.queue.run(() => verify(phc, normalized(password)));
    return matches && passwordHash !== null;
  }

  /** Whether a hash was made with other parameters than today's. */
  isOutdated(passwordHash: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
    return (
      memoryCost !== PARAMETERS.memoryCost ||
      timeCost !== PARAMETERS.timeCost ||
      parallelism !== PARAMETERS.parallelism
    );
  }
}

/** Keyboards compose accents differently; the same text has to be the same password. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
