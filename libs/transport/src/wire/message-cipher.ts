import { createCipheriv, createDecipheriv, hkdfSync, randomFillSync } from 'node:crypto';

import type { ConnectionOptions } from '../redis/connection-options.js';

type Secrets = Pick<ConnectionOptions, 'signingKey' | 'previousSigningKey'>;

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_PURPOSE = 'nestjs-redis-streams aes-256-gcm v1';

/**
 * Encrypts what travels through Redis, which may keep it on a disk: base64 of nonce, AES-256-GCM's ciphertext, and tag.
 * The stream or channel and the clear header are its associated data, so what is copied elsewhere, or given another
 * header, cannot be opened.
 */
export class MessageCipher {
  private readonly key: Buffer;
  private readonly accepted: readonly Buffer[];
  private readonly nonces = new NonceSequence();

  /** @param previous opens, too, and seals nothing */
  constructor(secret: string, previous?: string) {
    this.key = keyOf(secret);
    this.accepted = previous === undefined ? [this.key] : [this.key, keyOf(previous)];
  }

  /**
   * Undefined without a key: messages are then neither encrypted nor authenticated.
   * @throws TypeError for an empty key
   */
  static of({ signingKey, previousSigningKey }: Secrets): MessageCipher | undefined {
    if (signingKey === '' || previousSigningKey === '')
      throw new TypeError(
        'signingKey is empty: give 32 random characters or more, or leave it out',
      );
    return signingKey === undefined ? undefined : new MessageCipher(signingKey, previousSigningKey);
  }

  seal(text: string, address: string, header = ''): string {
    const nonce = this.nonces.next();
    const cipher = createCipheriv(ALGORITHM, this.key, nonce, { authTagLength: TAG_BYTES });
    cipher.setAAD(associatedData(address, header));
    const ciphertext = [cipher.update(text, 'utf8'), cipher.final()];
    return Buffer.concat([nonce, ...ciphertext, cipher.getAuthTag()]).toString('base64');
  }

  /** The text; undefined if it was sealed under another key, for another address or header, or was changed. */
  open(sealed: string, address: string, header = ''): string | undefined {
    const bytes = Buffer.from(sealed, 'base64');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const data = associatedData(address, header);
    for (const key of this.accepted) {
      const text = decrypt(key, bytes, data);
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

/**
 * Nonces that no two messages under a key share: eight random bytes of this process, and a count. They are not wholly
 * random, because a key would then be good for 2^32 messages only, which is weeks of a busy installation.
 */
class NonceSequence {
  private readonly nonce = Buffer.alloc(NONCE_BYTES);
  private count = 0;

  next(): Buffer {
    if (this.count === 0) randomFillSync(this.nonce, 0, NONCE_BYTES - 4);
    this.nonce.writeUInt32BE(this.count, NONCE_BYTES - 4);
    this.count = (this.count + 1) % 2 ** 32;
    return this.nonce;
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', KEY_PURPOSE, KEY_BYTES));
}

function associatedData(address: string, header: string): Buffer {
  return Buffer.from(`${address}\n${header}`);
}

function decrypt(key: Buffer, sealed: Buffer, data: Buffer): string | undefined {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(data).setAuthTag(sealed.subarray(-TAG_BYTES));
  const ciphertext = sealed.subarray(NONCE_BYTES, -TAG_BYTES);
  // GCM gives as many bytes as it gets, and `final` only compares the tag.
  const text = decipher.update(ciphertext, undefined, 'utf8');
  try {
    return text + decipher.final('utf8');
  } catch {
    return undefined;
  }
}
