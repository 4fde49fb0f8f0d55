import { readOptions } from './options.ts';

const subjects = ['floor', 'monolith'];

test('without options everything is measured beside everybody', () => {
  const { operations, against, connections } = readOptions([], subjects);
  expect(operations).toEqual(['list', 'get', 'create', 'login', 'upload', 'download']);
  expect(against).toEqual(subjects);
  expect(connections).toEqual([1, 32]);
});

test('growth is a command of its own', () => {
  expect(readOptions(['growth'], subjects).command).toBe('growth');
  expect(readOptions([], subjects).command).toBe('compare');
});

test('start and memory are left out unless asked for', () => {
  expect(readOptions(['--only', 'list'], subjects).footprints).toBe(false);
  expect(readOptions(['--only', 'memory'], subjects)).toMatchObject({
    ...{ operations: [], footprints: true },
  });
});

test('--quick takes fewer and shorter rounds, unless they are given', () => {
  const usual = readOptions([], subjects);
  const quick = readOptions(['--quick', '--rounds', '2'], subjects);
  expect(quick.seconds).toBeLessThan(usual.seconds);
  expect(quick.rounds).toBe(2);
});

test('work and subjects can be chosen', () => {
  const args = ['--only', 'list,get', '--against', 'floor', '--connections', '8'];
  expect(readOptions(args, subjects)).toMatchObject({
    operations: ['list', 'get'],
    against: ['floor'],
    connections: [8],
  });
});

test('Studiolo can be measured alone', () => {
  expect(readOptions(['--against', 'none'], subjects).against).toEqual([]);
});

test.each([
  [['--only', 'list,paint'], '--only knows list, get'],
  [['--against', 'wordpress'], 'not "wordpress"'],
  [['--rounds', 'many'], '--rounds is a number of at least 1, not "many"'],
  [['--seconds', '0'], '--seconds'],
  [['grow'], 'not "grow"'],
])('%p is refused with a sentence', (args, sentence) => {
  expect(() => readOptions(args, subjects)).toThrow(sentence);
});
