import { randomUUID } from 'node:crypto';

import { OAuth2Server } from 'oauth2-mock-server';

declare global {
  var testGoogle: OAuth2Server | undefined;
}

/** Starts a replacement for Google, which consents at once and where each sign-in is another person. */
export default async function startGoogle(): Promise<void> {
  const provider = new OAuth2Server();
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  const url = `http://127.0.0.1:${provider.address().port}`;
  provider.service.on('beforeUserinfo', (answer: { body: unknown }) => {
    const sub = randomUUID();
    const email = `${sub}@gmail.example`;
    answer.body = { sub, name: 'Gianna Obscura', email, email_verified: true };
  });
  globalThis.testGoogle = provider;
  Object.assign(process.env, {
    GOOGLE_CLIENT_ID: 'studiolo-test',
    GOOGLE_CLIENT_SECRET: 'studiolo-test-secret',
    GOOGLE_AUTHORIZATION_URL: `${url}/authorize`,
    GOOGLE_TOKEN_URL: `${url}/token`,
    GOOGLE_USERINFO_URL: `${url}/userinfo`,
  });
}
