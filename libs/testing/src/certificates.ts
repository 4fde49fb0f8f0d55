import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const SCRIPT = `set -e
  new='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
  openssl req -x509 $new -keyout ca.key -out ca.pem -days 2 -subj '/CN=Studiolo tests'
  openssl req $new -keyout server.key -out server.csr -subj '/CN=localhost'
  echo 'subjectAltName=DNS:localhost,IP:127.0.0.1' >names
  openssl x509 -req -in server.csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile names -out server.pem`;

/** A certificate authority that nobody else knows, and its certificate for a server of this machine. Needs openssl. */
export function makeCertificates(folder: string) {
  execFileSync('sh', ['-c', SCRIPT], { cwd: folder, stdio: 'ignore' });
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return {
    ca: read('ca.pem'),
    server: { cert: read('server.pem'), key: read('server.key') },
    caFile: join(folder, 'ca.pem'),
    certificateFile: join(folder, 'server.pem'),
    keyFile: join(folder, 'server.key'),
  };
}
