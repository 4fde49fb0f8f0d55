import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

import chromium from '@sparticuz/chromium';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** A Chromium: the one on the PATH, else the one that came with npm. */
export async function browserPath(): Promise<string> {
  return onPath() ?? chromium.executablePath();
}

/** In a locale without Unicode, which a bare environment has, it cannot write the names of downloads. */
export const browserEnvironment = { ...process.env, LC_ALL: 'C.UTF-8' };

/** Its own sandbox refuses to run as root; containers have little shared memory. */
export const browserFlags = ['--no-sandbox', '--disable-dev-shm-usage'];
