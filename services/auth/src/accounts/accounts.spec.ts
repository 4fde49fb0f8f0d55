import { toUser } from './accounts.js';

const account = {
  id: '0193a3c4-0000-7000-8000-000000000001',
  name: 'Anna',
  email: 'anna@example.com',
  emailVerified: true,
  passwordHash: '$argon2id$…',
  googleId: null,
  createdAt: new Date('2026-11-01T10:00:00Z'),
  lastLogin: null,
};

test('an account shows the fields for its owner, and no hash', () => {
  expect(toUser(account)).toEqual({
    id: account.id,
    name: 'Anna',
    email: 'anna@example.com',
    email_verified: true,
    oauth_provider: null,
    google_id: null,
    created_at: '2026-11-01T10:00:00.000Z',
    last_login: null,
  });
});
