import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { outputOf } from '../support/run-program.ts';

/** A private certificate authority, which nobody else knows, and a server's certificate of it for this machine. */
export async function makeCertificates(folder: string) {
  const key = '-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes';
  const script = `set -e
    openssl req -x509 ${key} -keyout ca.key -out ca.pem -days 2 -subj '/CN=Studiolo matrix'
    openssl req ${key} -keyout server.key -out server.csr -subj '/CN=localhost'
    echo 'subjectAltName=DNS:localhost,IP:127.0.0.1' >names
    openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem`;
  await outputOf('sh', ['-c', script], { cwd: folder });
  return {
    ca: await readFile(join(folder, 'ca.pem'), 'utf8'),
    caFile: join(folder, 'ca.pem'),
    certificateFile: join(folder, 'server.pem'),
    keyFile: join(folder, 'server.key'),
  };
}
