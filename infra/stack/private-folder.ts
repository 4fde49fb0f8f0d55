import { spawnSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';

const OTHERS = 0o077;

/**
 * Makes a folder that only its owner may enter. One that others could enter until now is closed to them with all that is in
 * it, so that a copy of it, too, is its owner's alone.
 */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Windows keeps no such rights, and a profile's folders are private there.
  if (process.platform === 'win32' || (statSync(folder).mode & OTHERS) === 0) return;
  const { status, stderr } = spawnSync('chmod', ['-R', 'go-rwx', folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${folder} cannot be closed to other users: ${stderr.trim()}`);
}
