import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { duringEachTest } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';

import { fixturePart, journal } from '../test/fixture-part.ts';
import { isAlive } from '../test/is-alive.ts';
import { Sandbox } from '../test/sandbox.ts';
import type { Plan } from './plan.ts';
import { Stack, type StackEvents } from './stack.ts';

const sandbox = duringEachTest(() => new Sandbox());
let dataDir: string;
let stack: Stack;

beforeEach(() => {
  dataDir = sandbox().folder;
});

async function newStack(
  events: StackEvents = {},
  environment: Plan['environment'] = 'test',
): Promise<Stack> {
  stack = await Stack.prepare({ dataDir, environment }, events);
  sandbox().atEnd(() => stack.stop());
  return stack;
}

const pidOf = (name: string): number => {
  const pid = stack.running().find((part) => part.name === name)?.pid;
  if (pid === undefined) throw new Error(`${name} is not running`);
  return pid;
};

describe('a stack', () => {
  test('ends the edge first and the stores last', async () => {
    const running = await newStack();
    await running.start([
      fixturePart('database', { dataDir, tier: 'store' }),
      fixturePart('worker', { dataDir, tier: 'service' }),
      fixturePart('door', { dataDir, tier: 'edge' }),
    ]);
    await running.stop();
    const endings = journal(dataDir).filter((line) => line.endsWith('ended'));
    expect(endings).toEqual(['door ended', 'worker ended', 'database ended']);
    expect(running.running()).toEqual([]);
  });

  test('kills a part that ignores the request to end', async () => {
    const running = await newStack();
    await running.start([fixturePart('stubborn', { dataDir, tier: 'store', manner: 'ignores' })]);
    const pid = pidOf('stubborn');
    await running.stop();
    expect(isAlive(pid)).toBe(false);
  });

  test('fails to start with the last lines of the part that ended', async () => {
    const running = await newStack();
    await expect(
      running.start([fixturePart('worker', { dataDir, manner: 'crashes' })]),
    ).rejects.toThrow('worker ended (code 3) while starting:\nworker has no settings');
  });

  test('restarts a killed service and reports its death', async () => {
    const deaths: string[] = [];
    const running = await newStack({ died: (name, ending) => deaths.push(`${name} ${ending}`) });
    await running.start([fixturePart('worker', { dataDir })]);
    const first = pidOf('worker');
    process.kill(first, 'SIGKILL');
    await eventually(() => expect(pidOf('worker')).not.toBe(first));
    expect(deaths).toEqual(['worker SIGKILL']);
  });

  test('reports failure when a store dies', async () => {
    const failed = Promise.withResolvers<string>();
    const running = await newStack({ failed: failed.resolve }, 'development');
    await running.start([fixturePart('database', { dataDir, tier: 'store' })]);
    process.kill(pidOf('database'), 'SIGKILL');
    await expect(failed.promise).resolves.toBe('database ended (SIGKILL)');
  });

  test('restarts a part on request without reporting a death', async () => {
    const deaths: string[] = [];
    const running = await newStack({ died: (name) => deaths.push(name) });
    await running.start([fixturePart('worker', { dataDir })]);
    await running.restart('worker');
    await eventually(() =>
      expect(journal(dataDir)).toEqual(['worker started', 'worker ended', 'worker started']),
    );
    expect(deaths).toEqual([]);
  });

  test('restarts a held part only after its release', async () => {
    const deaths: string[] = [];
    const running = await newStack({ died: (name) => deaths.push(name) });
    await running.start([fixturePart('worker', { dataDir }), fixturePart('peer', { dataDir })]);
    running.hold('worker');
    process.kill(pidOf('worker'), 'SIGKILL');
    process.kill(pidOf('peer'), 'SIGKILL');
    // The peer is back by then, and the worker would be, too.
    await eventually(() =>
      expect(journal(dataDir).filter((line) => line === 'peer started')).toHaveLength(2),
    );
    expect(running.running().map(({ name }) => name)).toEqual(['peer']);
    running.release('worker');
    await eventually(() => expect(pidOf('worker')).toBeGreaterThan(0));
  });

  test('ends while a part is held', async () => {
    const running = await newStack();
    await running.start([fixturePart('worker', { dataDir })]);
    running.hold('worker');
    const pid = pidOf('worker');
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(running.running()).toEqual([]));
    await running.stop();
    expect(journal(dataDir)).toEqual(['worker started']);
    expect(isAlive(pid)).toBe(false);
  });

  test('leaves no process behind when its runner is killed', async () => {
    const script = join(import.meta.dirname, '..', 'test', 'runner.ts');
    const runner = spawn(process.execPath, [script, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(runner.stdout, 'data')) as [Buffer];
    const part = Number(said.toString());
    expect(isAlive(part)).toBe(true);
    runner.kill('SIGKILL');
    await eventually(() => expect(isAlive(part)).toBe(false));
  });
});
