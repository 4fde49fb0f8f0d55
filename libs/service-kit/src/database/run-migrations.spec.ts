import { migrationsUntil } from './run-migrations.js';

class First1700000000001 {
  up = () => Promise.resolve();
  down = () => Promise.resolve();
}
class Second1700000000002 extends First1700000000001 {}
class Third1700000000003 extends First1700000000001 {}
const migrations = [First1700000000001, Second1700000000002, Third1700000000003];

describe('the migrations to run', () => {
  test('are all of them when none is named', () => {
    expect(migrationsUntil(migrations, undefined)).toEqual(migrations);
  });

  test('end with the one that is named', () => {
    expect(migrationsUntil(migrations, 'Second1700000000002')).toEqual(migrations.slice(0, 2));
  });

  test('are unknown when this version has none of that name', () => {
    expect(migrationsUntil(migrations, 'Fourth1700000000004')).toBeUndefined();
  });
});
