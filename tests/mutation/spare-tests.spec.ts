import { spareTests } from './spare-tests.ts';

const tests = ['the first', 'the second', 'the third'];
const mutant = (...killedBy: string[]) => ({ killedBy, coveredBy: tests });

test('a test is spare when others notice all that it notices', () => {
  expect(spareTests([mutant('the first', 'the second'), mutant('the second')])).toEqual([
    'the first',
    'the third',
  ]);
});

test('of two tests that notice the same, one is spare', () => {
  const same = mutant('the first', 'the second');
  expect(spareTests([same, same, mutant('the third')])).toEqual(['the first']);
});
