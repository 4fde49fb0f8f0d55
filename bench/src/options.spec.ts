import { OPERATIONS, readOptions, SUBJECTS } from './options.ts';

test('without flags every subject does every operation at 1, 8 and 32 connections', () => {
  expect(readOptions([])).toEqual({
    subjects: [...SUBJECTS],
    against: undefined,
    operations: [...OPERATIONS],
    connections: [1, 8, 32],
    rounds: 5,
    seconds: 3,
  });
});

test('each flag sets its option', () => {
  const args = ['--subjects', 'default', '--against', 'main~3', '--operations', 'list,get'];
  const options = readOptions([...args, '--connections', '4', '--rounds', '2', '--seconds', '1']);
  expect(options).toEqual({
    subjects: ['default'],
    against: 'main~3',
    operations: ['list', 'get'],
    connections: [4],
    rounds: 2,
    seconds: 1,
  });
});

test.each([
  [
    ['--subjects', 'default,parse'],
    '--subjects does not know parse; it knows default, real, floor',
  ],
  [['--operations', 'delete'], '--operations does not know delete'],
  [['--rounds', '0'], '--rounds must be a whole number above 0, not 0'],
  [['--connections', '1,many'], '--connections must be a whole number above 0, not many'],
])('%p is refused by the name of the flag', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence);
});
