import { affectedParts } from './watch.ts';

describe('a changed source restarts', () => {
  test('its own service only', () => {
    expect(affectedParts(['services/storage/src/main.ts'])).toEqual(['storage']);
  });

  test('every process when it belongs to a library', () => {
    expect(affectedParts(['libs/contracts/src/index.ts', 'gateway/src/main.ts'])).toEqual([
      'auth',
      'projects',
      'storage',
      'gateway',
    ]);
  });
});
