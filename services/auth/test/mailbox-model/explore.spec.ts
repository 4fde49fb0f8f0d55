import { explore } from './explore.js';

const STATES = 25_000;

test('no way of two people to one mailbox leads to a state that must not be', () => {
  const { states, answers, broken } = explore(STATES);
  expect(broken).toEqual([]);
  expect(states).toBe(STATES);
  // Every refusal that the model knows occurs.
  for (const answer of [
    ...['log in: EMAIL_NOT_VERIFIED', 'log in: INVALID_CREDENTIALS', 'sign up: EMAIL_TAKEN'],
    ...['sign in with Google: GOOGLE_NEEDS_LINK', 'open a link: UNDO_ADDRESS_TAKEN'],
    ...['open a link: NEW_EMAIL_NEEDS_SESSION', 'open a link: EMAIL_ALREADY_VERIFIED'],
  ]) {
    expect([...answers.keys()]).toContain(answer);
  }
}, 120_000);

test('the exception of the security page is the shortest way to a stranger’s password', () => {
  const { broken } = explore(1_000, {
    'no password is a stranger’s': ({ accounts }) =>
      accounts.every(({ address, password }) => address !== 'hers' || password !== 'stranger'),
  });
  expect(broken[0]?.moves).toEqual([
    { does: 'sign up', who: 'stranger' },
    { does: 'open a link', mail: 2 },
  ]);
});
