import type { MutantResult } from '@stryker-mutator/api/core';

import { spareTests } from './spare-tests.ts';

const mutant = (...killedBy: string[]) =>
  ({
    killedBy,
    coveredBy: ['the first', 'the second', 'the third'],
  }) as Partial<MutantResult> as MutantResult;

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
