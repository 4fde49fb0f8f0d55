import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

import { ROOT } from '@studiolo/infra/stack/programs';

import { outputOf } from '../support/run-program.ts';

/** Services that do their work at the start and end. */
export const ONE_SHOT = ['secrets', 'minio-setup'];

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
  HostConfig: {
    ReadonlyRootfs: boolean;
    CapDrop: string[] | null;
    Memory: number;
    NanoCpus: number;
  };
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

/** One project of docker compose, apart from whatever else runs on the machine. */
export class Compose {
  private readonly project: string;
  private readonly env: Record<string, string>;
  private files = ['docker-compose.yml'];

  constructor(project: string, env: Record<string, string>) {
    this.project = project;
    this.env = { COMPOSE_PROGRESS: 'plain', COMPOSE_ANSI: 'never', ...env };
  }

  /** Uses one more file, and other values, from here on. */
  extend(file: string | undefined, env: Record<string, string> = {}): void {
    if (file) this.files.push(file);
    Object.assign(this.env, env);
  }

  run(...args: string[]): Promise<void> {
    return run('docker', this.args(args), this.env);
  }

  read(...args: string[]): Promise<string> {
    return outputOf('docker', this.args(args), { env: this.env });
  }

  /** Starts what is missing or has changed, and waits until all of it is healthy. */
  async up(scale: Record<string, number>): Promise<void> {
    const scales = Object.entries(scale).flatMap(([name, count]) => [
      '--scale',
      `${name}=${count}`,
    ]);
    await this.run('up', '--detach', '--no-build', '--quiet-pull', ...scales);
    await this.untilHealthy();
  }

  /** Runs a command as an operator would type it. */
  type(command: string): Promise<void> {
    const files = { COMPOSE_FILE: this.files.join(':'), COMPOSE_PROJECT_NAME: this.project };
    return run('bash', ['-c', command], { ...this.env, ...files });
  }

  /** Collects what services log at level 40 and above, also in containers that start later, until `end`. */
  warnings(...services: string[]): { lines: string[]; end: () => void } {
    const args = this.args(['logs', '--follow', '--no-log-prefix', '--tail', '0', ...services]);
    const env = { ...process.env, ...this.env };
    const child = spawn('docker', args, { env, stdio: ['ignore', 'pipe', 'ignore'] });
    const lines: string[] = [];
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (/"level":[4-6]0/.test(line)) lines.push(line);
    });
    return { lines, end: () => child.kill() };
  }

  async containers(): Promise<Container[]> {
    const ids = (await this.read('ps', '--all', '--quiet')).split('\n').filter(Boolean);
    return JSON.parse(await outputOf('docker', ['inspect', ...ids])) as Container[];
  }

  /** Waits until every container is healthy, or has done its work. */
  async untilHealthy(): Promise<void> {
    const deadline = performance.now() + HEALTHY_WITHIN_MS;
    for (;;) {
      const waiting = (await this.containers()).filter(
        ({ State }) => State.Health?.Status !== 'healthy' && State.Status !== 'exited',
      );
      if (waiting.length === 0) return;
      const names = waiting.map(({ Name }) => Name.slice(1)).join(', ');
      if (performance.now() > deadline) throw new Error(`Not healthy: ${names}`);
      await delay(1000);
    }
  }

  private args(args: string[]): string[] {
    const files = this.files.flatMap((file) => ['--file', file]);
    return ['compose', '--project-name', this.project, ...files, ...args];
  }
}
