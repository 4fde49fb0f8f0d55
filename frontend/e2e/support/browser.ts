import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import chromium from '@sparticuz/chromium';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** The path of Chromium: on the PATH, else the one from npm. */
export async function browserPath(): Promise<string> {
  return onPath() ?? chromium.executablePath();
}

/** Chromium cannot write the names of downloads in a locale without Unicode, the default of a bare environment. */
export const browserEnvironment = { ...process.env, LC_ALL: 'C.UTF-8' };

/** Chromium's sandbox does not run as root, and containers have little shared memory. */
export const browserFlags = ['--no-sandbox', '--disable-dev-shm-usage'];
