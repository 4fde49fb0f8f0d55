import { hash, timingSafeEqual } from 'node:crypto';

import type { ConnectionOptions } from '../redis/connection-options.js';

type Keys = Pick<ConnectionOptions, 'signingKey' | 'previousSigningKey'>;

/** Length of a base64url HMAC-SHA256. */
export const SIGNATURE_LENGTH = 43;

/**
 * HMAC-SHA256 over what travels through Redis. The address (stream or channel) is part of what is
 * signed, so an entry copied to another stream does not verify.
 */
export class MessageSigner {
  private readonly key: HmacKey;
  private readonly accepted: readonly HmacKey[];

  /** @param previous verifies, too, and signs nothing */
  constructor(secret: string, previous?: string) {
    this.key = new HmacKey(secret);
    this.accepted = previous === undefined ? [this.key] : [this.key, new HmacKey(previous)];
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
    return this.key.sign(signed(address, parts));
  }

  verify(signature: string | undefined, address: string, ...parts: readonly string[]): boolean {
    if (signature?.length !== SIGNATURE_LENGTH) return false;
    const claimed = Buffer.from(signature, 'latin1');
    return this.accepted.some((key) => {
      const actual = Buffer.from(key.sign(signed(address, parts)), 'latin1');
      return claimed.length === actual.length && timingSafeEqual(claimed, actual);
    });
  }
}

function signed(address: string, parts: readonly string[]): string {
  return `${address}\n${parts.join('\n')}`;
}

const BLOCK_BYTES = 64;
const SHORT_ASCII = /^[\0-\x7f]{1,64}$/;

/**
 * HMAC-SHA256 as RFC 2104 defines it, of two hashes in one call each: `createHmac` creates an object for each message,
 * which takes twice as long. A longer secret, or one of other characters, is replaced by its SHA-256 in base64url, so
 * that the inner pad is text and the message needs no copy.
 */
class HmacKey {
  private readonly innerPad: string;
  /** The outer pad, and room for the inner hash. */
  private readonly outer = Buffer.alloc(BLOCK_BYTES + 32);

  constructor(secret: string) {
    const key = Buffer.alloc(BLOCK_BYTES);
    key.write(SHORT_ASCII.test(secret) ? secret : hash('sha256', secret, 'base64url'), 'latin1');
    this.innerPad = Buffer.from(key.map((byte) => byte ^ 0x36)).toString('latin1');
    this.outer.set(key.map((byte) => byte ^ 0x5c));
  }

  sign(text: string): string {
    this.outer.write(hash('sha256', this.innerPad + text, 'binary'), BLOCK_BYTES, 'latin1');
    return hash('sha256', this.outer, 'base64url');
  }
}
