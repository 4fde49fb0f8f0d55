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
    return this.digest(address, parts).toString('base64url');
  }

  verify(signature: string | undefined, address: string, ...parts: readonly string[]): boolean {
    if (signature?.length !== SIGNATURE_LENGTH) return false;
    const claimed = Buffer.from(signature, 'base64url');
    const actual = this.digest(address, parts);
    return claimed.length === actual.length && timingSafeEqual(claimed, actual);
  }

  private digest(address: string, parts: readonly string[]): Buffer {
    const hmac = createHmac('sha256', this.key).update(address);
    for (const part of parts) hmac.update('\n').update(part);
    return hmac.digest();
  }
}
