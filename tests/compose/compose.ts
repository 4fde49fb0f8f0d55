// Docker compose as the environment of this process sets it up: COMPOSE_PROJECT_NAME, COMPOSE_FILE and the settings of
// the installation.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

import { ROOT } from '@studiolo/infra/stack/programs';
import { eventually } from '@studiolo/testing/eventually';

import { outputOf } from '../support/run-program.ts';

const HEALTHY_WITHIN_MS = 180_000;

/** What `docker inspect` says of a container, as far as it is looked at here. */
export interface Container {
  Id: string;
  Name: string;
  Path: string;
  Config: {
    User: string;
    Env: string[];
    Image: string;
    StopTimeout?: number;
    Labels: Record<string, string>;
  };
  HostConfig: { ReadonlyRootfs: boolean; CapDrop: string[] | null; Memory: number };
  NetworkSettings: {
    Ports: Record<string, unknown[] | null>;
    Networks: Record<string, unknown>;
  };
  State: { Status: string; ExitCode: number; Health?: { Status: string } };
}

export const serviceOf = ({ Config }: Container): string =>
  Config.Labels['com.docker.compose.service'] ?? '';

/** Runs a program to its end and lets it print. */
export async function run(file: string, args: string[], env: Record<string, string> = {}) {
  const own = { ...process.env, ...env };
  const child = spawn(file, args, { cwd: ROOT, env: own, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${file} ${args.join(' ')} failed (${code})`);
}

export const compose = (...args: string[]): Promise<void> => run('docker', ['compose', ...args]);

/** Starts what is missing or has changed, and waits until all of it is healthy. */
export async function up(scale: Record<string, number>): Promise<void> {
  const scales = Object.entries(scale).flatMap(([name, count]) => ['--scale', `${name}=${count}`]);
  try {
    await compose('up', '--detach', '--no-build', '--quiet-pull', ...scales);
    await untilHealthy();
  } catch (error) {
    await compose('logs', '--tail', '20', '--no-color');
    throw error;
  }
}

/** Waits until every container is healthy, or has done its work. */
async function untilHealthy(): Promise<void> {
  await eventually(async () => {
    const waiting = (await containers()).filter(
      ({ State }) => State.Health?.Status !== 'healthy' && State.Status !== 'exited',
    );
    const names = waiting.map(({ Name }) => Name.slice(1)).join(', ');
    if (names !== '') throw new Error(`Not healthy: ${names}`);
  }, HEALTHY_WITHIN_MS);
}

export async function containers(): Promise<Container[]> {
  const ids = (await outputOf('docker', ['compose', 'ps', '--all', '--quiet'])).split('\n');
  return JSON.parse(await outputOf('docker', ['inspect', ...ids])) as Container[];
}

/** Collects what services log at level 40 and above, also in containers that start later, until `end`. */
export function warningsOf(services: string[]): { lines: string[]; end: () => void } {
  const args = ['compose', 'logs', '--follow', '--no-log-prefix', '--tail', '0', ...services];
  const child = spawn('docker', args, {
    cwd: ROOT,
    env: process.env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const lines: string[] = [];
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (/"level":[4-6]0/.test(line)) lines.push(line);
  });
  return { lines, end: () => child.kill() };
}
