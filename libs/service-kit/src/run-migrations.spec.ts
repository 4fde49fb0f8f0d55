import { migrationsNamed } from './run-migrations.js';

class First1700000000001 {
  up = () => Promise.resolve();
  down = () => Promise.resolve();
}
class Second1700000000002 extends First1700000000001 {}
class Third1700000000003 extends First1700000000001 {}
const migrations = [First1700000000001, Second1700000000002, Third1700000000003];

describe('the migrations to run', () => {
  test('are all of them when none is named', () => {
    expect(migrationsNamed(migrations, undefined)).toEqual(migrations);
  });

  test('are the named ones, whichever else there are by now', () => {
    const names = ['First1700000000001', 'Third1700000000003'];
    expect(migrationsNamed(migrations, names)).toEqual([migrations[0], migrations[2]]);
  });

  test('are unknown when this version lacks one of them', () => {
    const names = ['First1700000000001', 'Fourth1700000000004'];
    expect(migrationsNamed(migrations, names)).toBeUndefined();
  });
});
