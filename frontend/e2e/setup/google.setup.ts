import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { OAuth2Server } from 'oauth2-mock-server';

declare global {
  var testGoogle: { consent: Server; provider: OAuth2Server } | undefined;
}

/** A page on which the user consents or refuses; the provider itself consents at once. */
function consentPage(requestUrl: string, providerUrl: string): string {
  const { searchParams } = new URL(requestUrl, providerUrl);
  const refusal = new URL(searchParams.get('redirect_uri') ?? providerUrl);
  refusal.searchParams.set('error', 'access_denied');
  refusal.searchParams.set('state', searchParams.get('state') ?? '');
  const agreement = `${providerUrl}/authorize?${searchParams.toString()}`;
  return `<!doctype html><title>Sign in with a test account</title>
    <a href="${agreement.replaceAll('&', '&amp;')}">Continue</a>
    <a href="${refusal.href.replaceAll('&', '&amp;')}">Cancel</a>`;
}

/** Starts a replacement for Google, where each sign-in is another person. The stack reads its addresses. */
export default async function startGoogle(): Promise<void> {
  const provider = new OAuth2Server();
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  const providerUrl = `http://127.0.0.1:${provider.address().port}`;
  provider.service.on('beforeUserinfo', (answer: { body: unknown }) => {
    const id = randomUUID();
    answer.body = {
      sub: id,
      name: 'Gianna Obscura',
      email: `${id}@gmail.example`,
      email_verified: true,
    };
  });
  const consent = createServer((request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(consentPage(request.url ?? '/', providerUrl));
  });
  await new Promise<void>((resolve) => consent.listen(0, '127.0.0.1', resolve));
  const { port } = consent.address() as AddressInfo;
  globalThis.testGoogle = { consent, provider };
  Object.assign(process.env, {
    GOOGLE_CLIENT_ID: 'studiolo-test',
    GOOGLE_CLIENT_SECRET: 'studiolo-test-secret',
    GOOGLE_AUTHORIZATION_URL: `http://127.0.0.1:${port}/`,
    GOOGLE_TOKEN_URL: `${providerUrl}/token`,
    GOOGLE_USERINFO_URL: `${providerUrl}/userinfo`,
  });
}
