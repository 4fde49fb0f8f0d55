import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import { readStackFile } from '@studiolo/infra/stack/lock';
import { SERVICES } from '@studiolo/infra/stack/plan';
import { availablePorts } from '@studiolo/infra/stack/ports';
import { ROOT } from '@studiolo/infra/stack/programs';
import { npmStart } from '@studiolo/testing/npm-start';

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
  const runner = npmStart({
    folder,
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, STORES: stores },
      ...{ APP_PORT: String(app), PORT: String(api), MAIL_PORT: String(mail) },
      ...{ RATE_LIMITS: 'off', EMAIL_VERIFICATION: 'off', STORAGE_QUOTA_BYTES: String(1024 ** 4) },
    },
  });
  const stop = async () => {
    await runner.end();
  };
  try {
    await runner.ready();
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
