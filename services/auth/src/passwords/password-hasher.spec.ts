import { hash } from '@node-rs/argon2';

import { PasswordHasher } from './password-hasher.js';

const hasher = new PasswordHasher();
const matches = async (password: string, hash: string) =>
  (await hasher.findMatch(password, [hash])) === hash;

describe('a password hash', () => {
  test('is argon2id with 19 MiB, two passes and one lane, salted each time', async () => {
    const [one, other] = await Promise.all([hasher.hash('secret'), hasher.hash('secret')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
  });

  test.each([
    ['secret', true],
    ['Secret', false],
    ['secret ', false],
  ])('of "secret" matches %p: %p', async (password, isSame) => {
    expect(await matches(password, await hasher.hash('secret'))).toBe(isSame);
  });

  test('matches the same text however it was composed', async () => {
    expect(await matches('cafe\u0301', await hasher.hash('caf\u00e9'))).toBe(true);
  });

  test('[S20] of 256 characters matches them only whole', async () => {
    const password = '𝕊é '.repeat(64);
    const phc = await hasher.hash(password);
    expect(await matches(password, phc)).toBe(true);
    expect(await matches(password.slice(0, -1), phc)).toBe(false);
  });

  test('is found among hashes with the same salt, and not among hashes with another', async () => {
    const salt = Buffer.alloc(16, 7);
    const hashes = await Promise.all(['one', 'two', 'two'].map((each) => hasher.hash(each, salt)));
    expect(await hasher.findMatch('two', hashes)).toBe(hashes[1]);
    expect(await hasher.findMatch('three', hashes)).toBeUndefined();
    expect(
      await hasher.findMatch('other', [...hashes, await hasher.hash('other')]),
    ).toBeUndefined();
  });

  test('is refused at once when too many are waiting, and accepted again once they are done', async () => {
    const all = Array.from({ length: 60 }, () => hasher.hash('secret'));
    const refused = (await Promise.allSettled(all)).filter(({ status }) => status === 'rejected');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]).toMatchObject({ reason: { code: 'UNAVAILABLE' } });
    expect(await hasher.hash('secret')).toMatch(/^\$argon2id/);
  });

  test('that is missing matches no password', async () => {
    expect(await hasher.findMatch('secret', [])).toBeUndefined();
  });

  test.each([
    ['memory', { memoryCost: 8192, timeCost: 2, parallelism: 1 }],
    ['passes', { memoryCost: 19456, timeCost: 3, parallelism: 1 }],
    ['lanes', { memoryCost: 19456, timeCost: 2, parallelism: 2 }],
  ])('with other %s is outdated', async (_what, parameters) => {
    expect(hasher.isOutdated(await hash('secret', parameters))).toBe(true);
  });

  test('with the current parameters is not outdated', async () => {
    expect(hasher.isOutdated(await hasher.hash('secret'))).toBe(false);
  });
});
