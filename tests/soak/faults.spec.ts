import { Random } from '../support/random.ts';
import { planRound, WAYS, waysOf } from './faults.ts';

const REPLICAS = { auth: 2, projects: 2, storage: 3, gateway: 1 };
const plan = (seed: number) => {
  const random = new Random(seed);
  return Array.from({ length: 200 }, () => planRound(random, REPLICAS));
};

test('the same seed plans the same faults, and another seed others', () => {
  expect(plan(7)).toEqual(plan(7));
  expect(plan(7)).not.toEqual(plan(8));
});

test('many rounds break everything that can be broken', () => {
  const broken = plan(1).flatMap((round) => round.map(({ breakage }) => breakage));
  const kinds = ['killed', 'frozen', 'taken away', 'way', 'store', 'crash', 'clock'];
  expect(new Set(broken.map(({ kind }) => kind))).toEqual(new Set(kinds));
  const ways = broken.flatMap((one) => (one.kind === 'way' ? one.ways : []));
  expect(new Set(ways)).toEqual(new Set(WAYS.flatMap((way) => waysOf(way, REPLICAS))));
});
