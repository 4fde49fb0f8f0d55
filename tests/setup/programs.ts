// Prints the programs of this machine that tests use when they find them. Nx takes the output as an input of every test:
// a cached result is reused only with the same programs.
import { findProgram } from '@studiolo/infra/stack/programs';

const ON_THE_PATH =
  'redis-server valkey-server redis-cli minio psql pg_dump pg_restore pgbouncer rclone nginx envsubst caddy ' +
  'helm kubectl kube-apiserver etcd promtool actionlint docker';

for (const name of ON_THE_PATH.split(' ')) {
  console.log(name, findProgram(name) ?? 'is not installed');
}
