// Prints which programs of the machine tests use where they find them: an input of every test, so that a kept result is
// one with the same programs.
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
