import { cpuOf, memoryOf, parsePss, parseStat, withDescendants } from './processes.ts';

const stat = (name: string) =>
  `4711 (${name}) S 42 4711 4711 0 -1 4194304 1 2 3 4 150 50 20 10 20 0 11 0 99 1 1`;

test('times are those of the process and of its children that have ended, in milliseconds', () => {
  expect(parseStat(stat('node'))).toEqual({ parent: 42, ms: 2300 });
});

test('a process may be called anything', () => {
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

test('one that is gone counts nothing', () => {
  expect(withDescendants([99], new Map())).toEqual([]);
});

const onLinux = process.platform === 'linux' ? test : test.skip;

onLinux('the processor time and the memory of this process are seen', () => {
  const groups = { own: [process.pid], none: [] };
  const { user, system } = process.cpuUsage();
  const { own = 0, none } = cpuOf(groups);
  expect(Math.abs(own - (user + system) / 1000)).toBeLessThan(500);
  expect(none).toBe(0);
  expect(memoryOf(groups).own).toBeGreaterThan(10);
});
