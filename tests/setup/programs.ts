// Prints the programs of this machine that tests use when they find them. Nx takes the output as an input of every test:
// a cached result is reused only with the same programs.
import { findProgram } from '@studiolo/infra/stack/programs';

for (const name of [
  'redis-server',
  'valkey-server',
  'minio',
  'nginx',
  'helm',
  'kubectl-validate',
  'promtool',
  'actionlint',
  'docker',
]) {
  console.log(name, findProgram(name) ?? 'is not installed');
}
