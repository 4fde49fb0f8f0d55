import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** The secrets of one installation. Created once; a new set would end every session. */
type Secrets = ReturnType<typeof generate>;

const random = (): string => randomBytes(32).toString('base64url');

function generate() {
  const keys = generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  return {
    postgresPassword: random(),
    databasePasswords: { auth: random(), projects: random(), storage: random() },
    objectStoreSecretKey: random(),
    transportSigningKey: random(),
    mailTokenKey: random(),
    jwtPrivateKey: keys.privateKey,
    jwtPublicKey: keys.publicKey,
  };
}

/** The file that every installation has. */
export const secretsFile = (dataDir: string): string => join(dataDir, 'secrets', 'secrets.json');

/** The secrets of a data folder, created on its first use and readable only by its owner. */
export async function loadSecrets(dataDir: string): Promise<Secrets> {
  const file = secretsFile(dataDir);
  const folder = dirname(file);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Secrets;
  const secrets = generate();
  // Renamed into place, since no start accepts a partial file, such as a full disk leaves.
  await writeFile(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
  return secrets;
}
