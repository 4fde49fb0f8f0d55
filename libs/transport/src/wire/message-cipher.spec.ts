import { createDecipheriv, hkdfSync } from 'node:crypto';

import { MessageCipher } from './message-cipher.js';

const secret = 'a signing key of at least thirty-two characters';
const cipher = new MessageCipher(secret);
const ADDRESS = 'rpc:{auth}:requests';
const HEADER = '{"id":"1"}';

describe('a sealed text', () => {
  const sealed = cipher.seal('"☂"', ADDRESS, HEADER);
  const bytes = Buffer.from(sealed, 'base64');

  it('is nonce, AES-256-GCM and tag under a key made by HKDF, with address and header as associated data', () => {
    const purpose = 'nestjs-redis-streams aes-256-gcm v1';
    const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(`${ADDRESS}\n${HEADER}`)).setAuthTag(bytes.subarray(-16));
    const text = decipher.update(bytes.subarray(12, -16), undefined, 'utf8');
    expect(text + decipher.final('utf8')).toBe('"☂"');
  });

  it('is opened by whoever has the secret', () => {
    expect(new MessageCipher(secret).open(sealed, ADDRESS, HEADER)).toBe('"☂"');
  });

  const changed = Buffer.from(bytes).fill(bytes.readUInt8(14) ^ 1, 14, 15);
  it.each([
    ['another address', sealed, 'rpc:{storage}:requests', HEADER],
    ['another header', sealed, ADDRESS, '{"id":"2"}'],
    ['the break between them elsewhere', sealed, `${ADDRESS}\n`, HEADER.slice(1)],
    ['a changed byte', changed.toString('base64'), ADDRESS, HEADER],
    ['a tag cut short', bytes.subarray(0, -4).toString('base64'), ADDRESS, HEADER],
    ['nothing but a tag', Buffer.alloc(27).toString('base64'), ADDRESS, HEADER],
    ['clear text', '{}\n"☂"', ADDRESS, HEADER],
    ['nothing', '', ADDRESS, HEADER],
  ])('is not opened with %s', (_, text, address, header) => {
    expect(cipher.open(text, address, header)).toBeUndefined();
  });

  it('is opened under the previous secret, too, and under no other, and is made with the present one', () => {
    const next = new MessageCipher(`${secret}!`, secret);
    expect(next.open(sealed, ADDRESS, HEADER)).toBe('"☂"');
    expect(cipher.open(next.seal('1', ADDRESS), ADDRESS)).toBeUndefined();
    expect(new MessageCipher(`${secret}!`).open(next.seal('1', ADDRESS), ADDRESS)).toBe('1');
    const third = new MessageCipher('a third key', `${secret}!`);
    expect(third.open(sealed, ADDRESS, HEADER)).toBeUndefined();
  });
});

test('the same text is never sealed in the same way, in one process or in two', () => {
  const ciphers = [cipher, new MessageCipher(secret)];
  const nonces = ciphers.flatMap((one) =>
    Array.from({ length: 1_000 }, () => one.seal('1', ADDRESS).slice(0, 16)),
  );
  expect(new Set(nonces).size).toBe(2_000);
});
