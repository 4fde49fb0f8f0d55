import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { readStackFile } from '@studiolo/infra/stack/lock';
import { SERVICES } from '@studiolo/infra/stack/plan';
import { availablePorts } from '@studiolo/infra/stack/ports';
import { lightNode, ROOT } from '@studiolo/infra/stack/programs';

import type { Groups } from './processes.ts';
import { studioloLoads } from './studiolo-loads.ts';
import type { Subject } from './subject.ts';

/** One `npm start`: which checkout, and on which stores. */
interface Start {
  name: string;
  folder: string;
  /** '' uses the servers that are on the PATH. */
  stores: 'embedded' | '';
}

export const dataFolderOf = (name: string): string => join(ROOT, '.data', 'bench', name);

/** Resolves when the stack says that it is ready. @throws with its last lines when it ends instead */
async function becomesReady(child: ChildProcess): Promise<void> {
  const lines: string[] = [];
  const output = child.stdout;
  if (!output) throw new Error('The output of the stack cannot be read');
  for await (const line of createInterface({ input: output })) {
    lines.push(line);
    if (line.startsWith('Studiolo is ready')) {
      output.resume();
      return;
    }
  }
  throw new Error(`The stack did not start:\n${lines.slice(-15).join('\n')}`);
}

/** The processes in the stack's file: the services as one group, the gateway and each store as its own. */
function groupsIn(dataDir: string): Groups {
  const parts = readStackFile(dataDir)?.parts ?? [];
  const isService = (name: string) => SERVICES.some((service) => service === name);
  const groups = Object.groupBy(parts, ({ name }) => (isService(name) ? 'services' : name));
  return Object.fromEntries(
    Object.entries(groups).map(([name, some = []]) => [name, some.map(({ pid }) => pid)]),
  );
}

/** Starts a Studiolo as `npm start` does, without limits on attempts and with an empty data folder. */
export async function startStudiolo({ name, folder, stores }: Start): Promise<Subject> {
  const dataDir = dataFolderOf(name);
  await rm(dataDir, { recursive: true, force: true });
  const [app, api, mail] = await availablePorts(3);
  const began = performance.now();
  const start = join(folder, 'infra', 'stack', 'start.ts');
  const child = spawn(process.execPath, [...lightNode(1), start], {
    cwd: folder,
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, STORES: stores },
      ...{ APP_PORT: String(app), PORT: String(api), MAIL_PORT: String(mail) },
      ...{ RATE_LIMITS: 'off', EMAIL_VERIFICATION: 'off', STORAGE_QUOTA_BYTES: String(1024 ** 4) },
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  try {
    await becomesReady(child);
    const startSeconds = (performance.now() - began) / 1000;
    const origin = `http://127.0.0.1:${api}`;
    const loads = await studioloLoads(origin);
    const groups = () => groupsIn(dataDir);
    const redisUrl = `redis://${readStackFile(dataDir)?.addresses?.redis}`;
    return { name, origin, startSeconds, groups, redisUrl, loads, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
