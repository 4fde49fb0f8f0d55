import { createHmac, hash, timingSafeEqual } from 'node:crypto';

import type { ConnectionOptions } from '../redis/connection-options.js';

type Keys = Pick<ConnectionOptions, 'signingKey' | 'previousSigningKey'>;

/** Length of a base64url HMAC-SHA256. */
export const SIGNATURE_LENGTH = 43;

/**
 * HMAC-SHA256 over what travels through Redis. The address (stream or channel) is part of what is
 * signed, so an entry copied to another stream does not verify.
 */
export class MessageSigner {
  private readonly key: string;
  private readonly accepted: readonly string[];

  /** @param previous verifies, too, and signs nothing */
  constructor(secret: string, previous?: string) {
    this.key = keyOf(secret);
    this.accepted = previous === undefined ? [this.key] : [this.key, keyOf(previous)];
  }

  /**
   * Undefined without a key: messages are then neither signed nor verified.
   * @throws TypeError for an empty key
   */
  static of({ signingKey, previousSigningKey }: Keys): MessageSigner | undefined {
    if (signingKey === '' || previousSigningKey === '')
      throw new TypeError(
        'signingKey is empty: give 32 random characters or more, or leave it out',
      );
    return signingKey === undefined ? undefined : new MessageSigner(signingKey, previousSigningKey);
  }

  sign(address: string, ...parts: readonly string[]): string {
    return hmac(this.key, address, parts);
  }

  verify(signature: string | undefined, address: string, ...parts: readonly string[]): boolean {
    if (signature?.length !== SIGNATURE_LENGTH) return false;
    const claimed = Buffer.from(signature, 'latin1');
    return this.accepted.some((key) =>
      timingSafeEqual(claimed, Buffer.from(hmac(key, address, parts), 'latin1')),
    );
  }
}

/** Existing installations sign with the SHA-256 of a secret that is longer than 64 characters or not ASCII. */
function keyOf(secret: string): string {
  return /^[\0-\x7f]{1,64}$/.test(secret) ? secret : hash('sha256', secret, 'base64url');
}

function hmac(key: string, address: string, parts: readonly string[]): string {
  return createHmac('sha256', key)
    .update(`${address}\n${parts.join('\n')}`)
    .digest('base64url');
}
