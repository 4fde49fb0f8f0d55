// Makes this installation's secrets on its first start, each in the volume of the container that needs it.
// A value that exists is kept; delete the volumes to make new ones.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const ROOT = process.env.SECRETS_ROOT ?? '/secrets';

/** Gives every file the same value: the one that is there, or a new one. */
function settle(files, makeValue) {
  const paths = files.map((file) => `${ROOT}/${file}`);
  const existing = paths.find((path) => existsSync(path));
  const value = existing ? readFileSync(existing, 'utf8') : makeValue();
  for (const path of paths) {
    mkdirSync(dirname(path), { recursive: true });
    if (!existsSync(path)) writeFileSync(path, value, { mode: 0o444 });
  }
  return value;
}

/** Files are not writable, also for their owner. */
function replace(files, value) {
  for (const path of files.map((file) => `${ROOT}/${file}`)) {
    rmSync(path);
    writeFileSync(path, value, { mode: 0o444 });
  }
}

const random = () => randomBytes(32).toString('base64url');
const services = ['auth', 'projects', 'storage'];

settle(['postgres/superuser_password', 'backup/superuser_password'], random);
for (const service of services) {
  const password = settle([`postgres/${service}_password`], random);
  settle(
    [`${service}/database_url`],
    () => `postgres://studiolo_${service}:${password}@postgres:5432/studiolo`,
  );
}

const signingKeys = [...services, 'gateway'].map((reader) => `${reader}/transport_signing_key`);
const otherSigningKeys = signingKeys.map((file) => `${file}_previous`);
const [signingKey, otherSigningKey] = [
  settle(signingKeys, random),
  settle(otherSigningKeys, () => ''),
];

/** The steps of a change of the signing key; every process is restarted after each (docs/operations.md). */
const steps = {
  'accept-new-key': () => replace(otherSigningKeys, random()),
  'sign-with-new-key': () => {
    replace(signingKeys, otherSigningKey);
    replace(otherSigningKeys, signingKey);
  },
  'forget-old-key': () => replace(otherSigningKeys, ''),
};
const [step] = process.argv.slice(2);
if (step === 'sign-with-new-key' && otherSigningKey === '') throw new Error('First accept-new-key');
if (step !== undefined) steps[step]();
settle(['auth/mail_token_key'], random);

const objectStoreKeys = ['minio', 'storage', 'backup'].map((reader) => `${reader}/s3_secret_key`);
const administrator = settle(['minio/root_password'], random);
// Installations made before storage had a user of its own gave it the administrator's key.
for (const path of objectStoreKeys.map((file) => `${ROOT}/${file}`)) {
  if (existsSync(path) && readFileSync(path, 'utf8') === administrator) rmSync(path);
}
settle(objectStoreKeys, random);

if (!existsSync(`${ROOT}/auth/jwt_private_key`) || !existsSync(`${ROOT}/gateway/jwt_public_key`)) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  settle(['auth/jwt_private_key'], () => privateKey);
  settle(['gateway/jwt_public_key'], () => publicKey);
}
console.log('Secrets are in place');
