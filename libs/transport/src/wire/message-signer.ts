import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

import type { ConnectionOptions } from '../redis/connection-options.js';

type Keys = Pick<ConnectionOptions, 'signingKey' | 'previousSigningKey'>;

/** Length of a base64url HMAC-SHA256. */
export const SIGNATURE_LENGTH = 43;

/**
 * HMAC-SHA256 over what travels through Redis. The address (stream or channel) is part of what is
 * signed, so an entry copied to another stream does not verify.
 */
export class MessageSigner {
  private readonly key: KeyObject;
  private readonly accepted: readonly KeyObject[];

  /** @param previous verifies, too, and signs nothing */
  constructor(secret: string, previous?: string) {
    this.key = keyOf(secret);
    this.accepted = previous === undefined ? [this.key] : [this.key, keyOf(previous)];
  }

  /** Undefined without a key: messages are then neither signed nor verified. */
  static of({ signingKey, previousSigningKey }: Keys): MessageSigner | undefined {
    return signingKey === undefined ? undefined : new MessageSigner(signingKey, previousSigningKey);
  }

  sign(address: string, ...parts: readonly string[]): string {
    return hmac(this.key, address, parts);
  }

  verify(signature: string | undefined, address: string, ...parts: readonly string[]): boolean {
    if (signature?.length !== SIGNATURE_LENGTH) return false;
    const claimed = Buffer.from(signature, 'latin1');
    return this.accepted.some((key) => {
      const actual = Buffer.from(hmac(key, address, parts), 'latin1');
      return claimed.length === actual.length && timingSafeEqual(claimed, actual);
    });
  }
}

function keyOf(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret, 'utf8'));
}

function hmac(key: KeyObject, address: string, parts: readonly string[]): string {
  // One update is twice as fast as several.
  const signed = `${address}\n${parts.join('\n')}`;
  return createHmac('sha256', key).update(signed).digest('base64url');
}
