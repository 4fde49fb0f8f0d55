import { loadEnv } from '@studiolo/service-kit';

import { authSettings } from './auth.settings.js';

const variables = {
  DATABASE_URL: 'postgres://auth@localhost/studiolo',
  REDIS_URL: 'redis://localhost',
  TRANSPORT_SIGNING_KEY: 'k'.repeat(32),
  MAIL_TOKEN_KEY: 'm'.repeat(32),
  JWT_PRIVATE_KEY: '-----BEGIN PRIVATE KEY-----\\nabc\\n-----END PRIVATE KEY-----',
  APP_URL: 'https://studiolo.test/',
  SMTP_URL: 'smtp://localhost:25',
  MAIL_FROM: 'Studiolo <hello@studiolo.test>',
};

test('a trailing slash of the front end’s address is not doubled in links', () => {
  expect(loadEnv(authSettings, variables).APP_URL).toBe('https://studiolo.test');
});

test.each([
  ['MAIL_TOKEN_KEY', 'short'],
  ['APP_URL', 'javascript:alert(1)'],
  ['SMTP_URL', 'http://localhost'],
  ['MAIL_FROM', 'Studiolo <hello@studiolo.test>\r\nBcc: eve@example.com'],
  ['EMAIL_VERIFICATION', 'maybe'],
  ['JWT_PRIVATE_KEY', 'a key'],
])('the error for %s as %p names the variable and not its value', (name, value) => {
  const load = () => loadEnv(authSettings, { ...variables, [name]: value });
  expect(load).toThrow(name);
  expect(load).not.toThrow(value);
});
