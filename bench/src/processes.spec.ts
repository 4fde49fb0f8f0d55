import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { cpuOf, memoryOf, parsePss, parseStat, withDescendants } from './processes.ts';

const stat = (name: string) =>
  `4711 (${name}) S 42 4711 4711 0 -1 4194304 1 2 3 4 150 50 20 10 20 0 11 0 99 1 1`;

test('times are those of the process and of its children that have ended, in milliseconds', () => {
  expect(parseStat(stat('node'))).toEqual({ parent: 42, ms: 2300 });
});

test('the name of a process may hold brackets and spaces', () => {
  expect(parseStat(stat('a) S 7 (b'))).toEqual({ parent: 42, ms: 2300 });
});

test('memory is the proportional share, in MiB', () => {
  expect(parsePss('Rss:   9216 kB\nPss:   2048 kB\nPss_Anon:  1024 kB\n')).toBe(2);
});

test('a process that has ended takes no memory', () => {
  expect(parsePss('')).toBe(0);
});

test('a process counts with its children and theirs, each once', () => {
  const parents = new Map([
    [1, { parent: 0 }],
    [10, { parent: 1 }],
    [11, { parent: 10 }],
    [12, { parent: 11 }],
    [20, { parent: 1 }],
  ]);
  expect(withDescendants([10, 11], parents).sort()).toEqual([10, 11, 12]);
});

test('a process that is gone counts nothing', () => {
  expect(withDescendants([99], new Map())).toEqual([]);
});

const onLinux = process.platform === 'linux' ? test : test.skip;

/** Uses 200 ms of processor time, prints how much it used, and waits to be ended. */
const WORK_THEN_WAIT = `
  const usedMs = () => { const { user, system } = process.cpuUsage(); return (user + system) / 1000; };
  while (usedMs() < 200);
  process.stdout.write(String(usedMs()));
  process.stdin.resume();
`;

onLinux('the processor time and the memory of a process are seen', async () => {
  const worker = spawn(process.execPath, ['-e', WORK_THEN_WAIT]);
  try {
    const [usedMs] = (await once(worker.stdout, 'data')) as [Buffer];
    const groups = { worker: [worker.pid ?? 0], none: [] };
    const cpu = cpuOf(groups);
    expect(Math.abs((cpu.worker ?? 0) - Number(usedMs))).toBeLessThan(100);
    expect(cpu.none).toBe(0);
    expect(memoryOf(groups).worker).toBeGreaterThan(10);
  } finally {
    worker.kill();
  }
});
