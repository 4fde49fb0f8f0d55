// Creates this installation's secrets at its first start, each in the volume of the container that needs it. Existing
// values are kept; delete the volumes to create new ones.
import { generateKeyPairSync, hash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const ROOT = process.env.SECRETS_ROOT ?? '/secrets';
const USERS_OF_REDIS = process.env.REDIS_USERS ?? '/setup/redis-users.acl';
const PROFILES = (process.env.COMPOSE_PROFILES ?? '').split(',');

if (!process.env.SMTP_URL && !PROFILES.includes('inbox')) {
  console.error(
    'Where should mail go? Set SMTP_URL to your mail server or, for a trial on this machine, COMPOSE_PROFILES=inbox; both may stand in .env.',
  );
  process.exit(1);
}

/** Writes the same value to every missing file: the value of an existing one, or a new one. */
function keepOrCreate(files, makeValue) {
  const isThere = (file) => existsSync(`${ROOT}/${file}`);
  const existing = files.find(isThere);
  const value = existing ? readFileSync(`${ROOT}/${existing}`, 'utf8') : makeValue();
  replace(
    files.filter((file) => !isThere(file)),
    value,
  );
  return value;
}

/** Removes each file first, because not even its owner may write to it. */
function replace(files, value) {
  for (const path of files.map((file) => `${ROOT}/${file}`)) {
    mkdirSync(dirname(path), { recursive: true });
    rmSync(path, { force: true });
    writeFileSync(path, value, { mode: 0o444 });
  }
}

/** Writes what a setting of compose gives, or the address of the bundled server. */
function writeSetting(files, setting, bundled) {
  replace(files, process.env[setting] || bundled);
}

const random = () => randomBytes(32).toString('base64url');
const services = ['auth', 'projects', 'storage'];

keepOrCreate(['postgres/superuser_password', 'backup/superuser_password'], random);
for (const service of services) {
  const password = keepOrCreate([`postgres/${service}_password`], random);
  const bundled = `postgres://studiolo_${service}:${password}@postgres:5432/studiolo`;
  const name = service.toUpperCase();
  writeSetting([`${service}/database_url`], `${name}_DATABASE_URL`, bundled);
  writeSetting([`${service}/migrations_database_url`], `${name}_MIGRATIONS_DATABASE_URL`, '');
}

const signingKeys = [...services, 'gateway'].map((reader) => `${reader}/transport_signing_key`);
const otherSigningKeys = signingKeys.map((file) => `${file}_previous`);
const [signingKey, otherSigningKey] = [
  keepOrCreate(signingKeys, random),
  keepOrCreate(otherSigningKeys, () => ''),
];

/** The steps to change the signing key; every process is restarted after each step (docs/operations.md). */
const steps = {
  'accept-new-key': () => replace(otherSigningKeys, random()),
  'sign-with-new-key': () => {
    replace(signingKeys, otherSigningKey);
    replace(otherSigningKeys, signingKey);
  },
  'forget-old-key': () => replace(otherSigningKeys, ''),
};
const [step] = process.argv.slice(2);
if (step === 'sign-with-new-key' && otherSigningKey === '')
  throw new Error('Run accept-new-key first');
if (step !== undefined) steps[step]();
keepOrCreate(['auth/mail_token_key'], random);

keepOrCreate(['minio/root_password'], random);
const objectStoreKey = keepOrCreate(['minio/s3_secret_key'], random);
writeSetting(['storage/s3_secret_key', 'backup/s3_secret_key'], 'S3_SECRET_KEY', objectStoreKey);

/** Writes a user of Redis for each service, of which Redis gets the hash of its password. */
function writeRedisUsers() {
  const passwords = { default: keepOrCreate(['backup/redis_password'], random) };
  for (const user of [...services, 'gateway']) {
    const password = keepOrCreate([`${user}/redis_password`], random);
    passwords[user] = password;
    writeSetting([`${user}/redis_url`], 'REDIS_URL', `redis://${user}:${password}@redis:6379`);
  }
  const users = readFileSync(USERS_OF_REDIS, 'utf8').replaceAll(/SHA256_OF_(\w+)/g, (_, user) =>
    hash('sha256', passwords[user.toLowerCase()], 'hex'),
  );
  replace(['redis/users.acl'], users);
}
writeRedisUsers();
writeSetting(['auth/smtp_url'], 'SMTP_URL', 'smtp://mail:1025');

if (!existsSync(`${ROOT}/auth/jwt_private_key`) || !existsSync(`${ROOT}/gateway/jwt_public_key`)) {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  keepOrCreate(['auth/jwt_private_key'], () => privateKey);
  keepOrCreate(['gateway/jwt_public_key'], () => publicKey);
}
console.log('The secrets are ready');
