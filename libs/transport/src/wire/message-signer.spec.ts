import { createHmac } from 'node:crypto';

import { MessageSigner, SIGNATURE_LENGTH } from './message-signer.js';

const secret = 'a signing key of at least thirty-two characters';
const signer = new MessageSigner(secret);

describe('a signature', () => {
  const signature = signer.sign('studiolo:auth:requests', '{"id":"1"}', '"☂"');

  it.each(['', '"☂"', 'a\u0000b', 'x'.repeat(100_000), '😀'.repeat(1_000)])(
    'is an HMAC-SHA256 over address and parts, one to a line (%#)',
    (part) => {
      const hmac = createHmac('sha256', secret);
      const expected = hmac.update(`studiolo:auth:requests\nheader\n${part}`).digest('base64url');
      expect(signer.sign('studiolo:auth:requests', 'header', part)).toBe(expected);
    },
  );

  it('always has the same length', () => {
    expect(signature).toHaveLength(SIGNATURE_LENGTH);
  });

  it('verifies what was signed', () => {
    expect(signer.verify(signature, 'studiolo:auth:requests', '{"id":"1"}', '"☂"')).toBe(true);
  });

  it.each([
    ['another address', signature, 'studiolo:storage:requests', '{"id":"1"}', '"☂"'],
    ['another header', signature, 'studiolo:auth:requests', '{"id":"2"}', '"☂"'],
    ['other data', signature, 'studiolo:auth:requests', '{"id":"1"}', '"☀"'],
    ['no signature', undefined, 'studiolo:auth:requests', '{"id":"1"}', '"☂"'],
    ['a short one', 'AAAA', 'studiolo:auth:requests', '{"id":"1"}', '"☂"'],
    ['one of other bytes', 'ä'.repeat(43), 'studiolo:auth:requests', '{"id":"1"}', '"☂"'],
  ])('does not verify %s', (_, claimed, address, header, data) => {
    expect(signer.verify(claimed, address, header, data)).toBe(false);
  });

  it('does not verify under another secret', () => {
    const other = new MessageSigner(`${secret}!`);
    expect(other.verify(signature, 'studiolo:auth:requests', '{"id":"1"}', '"☂"')).toBe(false);
  });

  it('verifies under the previous secret, too, and is made with the present one', () => {
    const changed = new MessageSigner(`${secret}!`, secret);
    expect(changed.verify(signature, 'studiolo:auth:requests', '{"id":"1"}', '"☂"')).toBe(true);
    expect(changed.sign('a', 'b')).toBe(new MessageSigner(`${secret}!`).sign('a', 'b'));
    const third = new MessageSigner('a third key', `${secret}!`);
    expect(third.verify(signature, 'studiolo:auth:requests', '{"id":"1"}', '"☂"')).toBe(false);
  });
});
