import { LinkMails } from './link-mails.js';

const mails = new LinkMails({ MAIL_TOKEN_KEY: 'k'.repeat(32) });
const row = { id: '0193a3c4-0000-7000-8000-000000000001', seed: Buffer.alloc(32, 7) };

describe('the token of a link', () => {
  test('has 256 bits and needs no escaping in a URL', () => {
    expect(mails.tokenOf(row)).toMatch(/^[\w-]{43}$/);
  });

  test.each([
    ['row', mails.tokenOf({ ...row, id: '0193a3c4-0000-7000-8000-000000000002' })],
    ['seed', mails.tokenOf({ ...row, seed: Buffer.alloc(32, 8) })],
    ['key', new LinkMails({ MAIL_TOKEN_KEY: 'l'.repeat(32) }).tokenOf(row)],
  ])('changes with the %s', (_what, other) => {
    expect(other).not.toBe(mails.tokenOf(row));
  });
});
