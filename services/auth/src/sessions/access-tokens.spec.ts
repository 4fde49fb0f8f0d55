import { generateKeyPairSync } from 'node:crypto';

import { importSPKI, jwtVerify } from 'jose';

import { AccessTokens } from './access-tokens.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const tokens = new AccessTokens({ JWT_PRIVATE_KEY: privateKey });
const session = {
  id: '0193a3c4-0000-7000-8000-000000000001',
  userId: '0193a3c4-0000-7000-8000-000000000002',
  expiresAt: new Date(Date.now() + 3_600_000),
};

test('an access token carries what the gateway checks and nothing else', async () => {
  const key = await importSPKI(publicKey, 'EdDSA');
  const { payload } = await jwtVerify(await tokens.sign(session), key);
  expect(payload).toEqual({
    sub: session.userId,
    sid: session.id,
    iss: 'studiolo',
    aud: 'studiolo-api',
    iat: expect.any(Number) as number,
    exp: Math.floor(session.expiresAt.getTime() / 1000),
  });
});
