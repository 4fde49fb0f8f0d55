import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';

/** Length of a base64url HMAC-SHA256. */
export const SIGNATURE_LENGTH = 43;

/**
 * HMAC-SHA256 over what travels through Redis. The address (stream or channel) is part of what is
 * signed, so an entry copied to another stream does not verify.
 */
export class MessageSigner {
  private readonly key: KeyObject;

  constructor(secret: string) {
    this.key = createSecretKey(Buffer.from(secret, 'utf8'));
  }

  sign(address: string, ...parts: readonly string[]): string {
    // One update is twice as fast as several.
    const signed = `${address}\n${parts.join('\n')}`;
    return createHmac('sha256', this.key).update(signed).digest('base64url');
  }

  verify(signature: string | undefined, address: string, ...parts: readonly string[]): boolean {
    if (signature?.length !== SIGNATURE_LENGTH) return false;
    const claimed = Buffer.from(signature, 'latin1');
    const actual = Buffer.from(this.sign(address, ...parts), 'latin1');
    return claimed.length === actual.length && timingSafeEqual(claimed, actual);
  }
}
