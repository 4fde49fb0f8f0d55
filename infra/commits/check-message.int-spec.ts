import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { temporaryFolder } from '@studiolo/testing/temporary-folder';

const folder = temporaryFolder();

function check(message: string): { status: number | null; stderr: string } {
  const file = join(folder(), 'message');
  writeFileSync(file, message);
  const script = join(import.meta.dirname, 'check-message.mjs');
  return spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
}

test.each([
  'gateway: refuse what cannot be served',
  `service-kit: ${'a'.repeat(59)}\n\nThe reason is in lines as long as they have to be, which nobody counts here.`,
  'docs: say how a release is made',
  'Revert "gateway: refuse what cannot be served"',
])('%j is a message', (message) => {
  expect(check(message)).toMatchObject({ status: 0, stderr: '' });
});

test.each([
  ['refuse what cannot be served', 'begins with none of contracts'],
  ['frontends: refuse what cannot be served', 'begins with none of contracts'],
  ['gateway:', 'begins with none of contracts'],
  [`gateway: ${'a'.repeat(64)}`, 'has 73 characters; 72 are the most'],
])('%j is refused with the reason', (message, reason) => {
  const { status, stderr } = check(message);
  expect(status).toBe(1);
  expect(stderr).toContain(reason);
});
