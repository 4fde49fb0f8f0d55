import { randomBytes, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { isDeepStrictEqual } from 'node:util';

import { Injectable } from '@nestjs/common';
import { hash, hashRaw, type Options, parseOptions } from '@node-rs/argon2';
import { AppError } from '@studiolo/service-kit';
import PQueue from 'p-queue';

/** OWASP's second choice for argon2id, which is the library's default algorithm; memory in KiB. */
const PARAMETERS = {
  memoryCost: 19 * 1024,
  timeCost: 2,
  parallelism: 1,
} as const satisfies Options;

/** Leaves one of libuv's four default threads to name look-ups and signatures. */
const HASHES_AT_ONCE = Math.min(availableParallelism(), 3);
/**
 * A longer queue refuses at once. Waiting and running hashes together stay below the 64 messages that a replica takes
 * at once, so a flood of logins leaves room for other messages.
 */
const WAITING_MAX = 40;

/** Hashes passwords with argon2id, at most three at a time. */
@Injectable()
export class PasswordHasher {
  private readonly queue = new PQueue({ concurrency: HASHES_AT_ONCE });
  /** The hash of a random password: checking against it costs as much as a real check. */
  private readonly dummy = this.hash(randomBytes(32).toString('base64url'));

  /**
   * Returns a PHC string.
   * @param salt 16 bytes; random by default
   */
  hash(password: string, salt?: Buffer): Promise<string> {
    return this.queued(() => hash(normalized(password), { ...PARAMETERS, ...(salt && { salt }) }));
  }

  /**
   * Finds the hash of this password. Costs one hash however many are given, none included, and therefore finds only hashes
   * with the parameters and the salt of the first.
   */
  async findMatch(password: string, hashes: readonly string[]): Promise<string | undefined> {
    const phc = hashes[0] ?? (await this.dummy);
    const digest = await this.queued(() =>
      hashRaw(normalized(password), { ...parseOptions(phc), salt: saltOf(phc) }),
    );
    return hashes.find((each) => isEqual(digestOf(each), digest));
  }

  /** Whether a hash was made with parameters other than the current ones. */
  isOutdated(passwordHash: string): boolean {
    const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
    return !isDeepStrictEqual({ memoryCost, timeCost, parallelism }, PARAMETERS);
  }

  /** @throws AppError UNAVAILABLE when too many are waiting already */
  private async queued<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.queue.size >= WAITING_MAX) throw new AppError('UNAVAILABLE');
    return this.queue.add(work);
  }
}

/** The salt in a PHC string: `$argon2id$v=19$<parameters>$<salt>$<digest>`. */
export function saltOf(phc: string): Buffer {
  return Buffer.from(phc.split('$').at(-2) ?? '', 'base64');
}

function digestOf(phc: string): Buffer {
  return Buffer.from(phc.split('$').at(-1) ?? '', 'base64');
}

function isEqual(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Keyboards compose accents differently; the same text must be the same password. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
