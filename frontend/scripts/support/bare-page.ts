import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import react from '@vitejs/plugin-react';
import getPort from 'get-port';
import { build } from 'vite';

const SERVER = join(import.meta.dirname, '../../../infra/web/server.ts');

interface BarePage {
  url: string;
  stop: () => Promise<void>;
}

/** Builds a page that holds React and the router alone, and serves it by the server of the pages. */
export async function barePage(): Promise<BarePage> {
  const outDir = await mkdtemp(join(tmpdir(), 'studiolo-bare-page-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, 'bare-page'),
    plugins: [react()],
    build: { outDir, emptyOutDir: true },
  });
  const port = await getPort();
  const server = spawn(process.execPath, [SERVER], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(port), WEB_ROOT: outDir },
  });
  const ended = once(server, 'exit');
  await once(server.stdout, 'data');
  const stop = async () => {
    server.kill();
    await ended;
    await rm(outDir, { recursive: true });
  };
  return { url: `http://localhost:${port}/bare`, stop };
}
