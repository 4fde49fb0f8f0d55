import { createHmac, hash } from 'node:crypto';

import { MessageSigner } from './message-signer.js';

const secret = 'a signing key of at least thirty-two characters';
const signer = new MessageSigner(secret);

describe('a signature', () => {
  const signature = signer.sign('rpc:auth:requests', '{"id":"1"}', '"☂"');

  it('is an HMAC-SHA256 over address and parts, one to a line', () => {
    const hmac = createHmac('sha256', secret).update('rpc:auth:requests\n{"id":"1"}\n"☂"');
    expect(signature).toBe(hmac.digest('base64url'));
  });

  it.each(['ä'.repeat(20), 'k'.repeat(65)])(
    'has the SHA-256 of the secret %s as its key',
    (long) => {
      const key = hash('sha256', long, 'base64url');
      expect(new MessageSigner(long).sign('a', 'b')).toBe(new MessageSigner(key).sign('a', 'b'));
    },
  );

  it.each([
    ['another address', signature, 'rpc:storage:requests', '{"id":"1"}', '"☂"'],
    ['another header', signature, 'rpc:auth:requests', '{"id":"2"}', '"☂"'],
    ['other data', signature, 'rpc:auth:requests', '{"id":"1"}', '"☀"'],
    ['no signature', undefined, 'rpc:auth:requests', '{"id":"1"}', '"☂"'],
    ['a short one', 'AAAA', 'rpc:auth:requests', '{"id":"1"}', '"☂"'],
    ['one of other bytes', 'ä'.repeat(43), 'rpc:auth:requests', '{"id":"1"}', '"☂"'],
  ])('does not verify %s', (_, claimed, address, header, data) => {
    expect(signer.verify(claimed, address, header, data)).toBe(false);
  });

  it('verifies under the previous secret, too, and under no other, and is made with the present one', () => {
    const changed = new MessageSigner(`${secret}!`, secret);
    expect(changed.verify(signature, 'rpc:auth:requests', '{"id":"1"}', '"☂"')).toBe(true);
    expect(changed.sign('a', 'b')).toBe(new MessageSigner(`${secret}!`).sign('a', 'b'));
    const third = new MessageSigner('a third key', `${secret}!`);
    expect(third.verify(signature, 'rpc:auth:requests', '{"id":"1"}', '"☂"')).toBe(false);
  });
});
