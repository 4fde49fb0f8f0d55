import { LinkTokens } from './link-tokens.js';

const tokens = new LinkTokens({ MAIL_TOKEN_KEY: 'k'.repeat(32) });
const row = { id: '0193a3c4-0000-7000-8000-000000000001', seed: Buffer.alloc(32, 7) };

describe('the token of a link', () => {
  test('is the same for the same row, so that a retried mail does not change', () => {
    expect(tokens.derive(row)).toBe(tokens.derive({ ...row, seed: Buffer.from(row.seed) }));
  });

  test('has 256 bits and needs no escaping in a URL', () => {
    expect(tokens.derive(row)).toMatch(/^[\w-]{43}$/);
  });

  test.each([
    ['row', tokens.derive({ ...row, id: '0193a3c4-0000-7000-8000-000000000002' })],
    ['seed', tokens.derive({ ...row, seed: Buffer.alloc(32, 8) })],
    ['key', new LinkTokens({ MAIL_TOKEN_KEY: 'l'.repeat(32) }).derive(row)],
  ])('changes with the %s', (_what, other) => {
    expect(other).not.toBe(tokens.derive(row));
  });

  test('cannot be derived from its hash', () => {
    const token = tokens.derive(row);
    expect(tokens.hash(token)).toHaveLength(32);
    expect(tokens.hash(token).toString('base64url')).not.toBe(token);
  });
});
