import { affectedParts } from './watch.ts';

describe('a changed source restarts', () => {
  test('its own service only', () => {
    expect(affectedParts(['services/storage/src/main.ts'])).toEqual(['storage']);
  });

  test('every process when the source belongs to a library that all use', () => {
    const paths = ['libs/contracts/src/index.ts', 'gateway/src/main.ts'];
    expect(affectedParts(paths)).toEqual(['auth', 'projects', 'storage', 'gateway']);
  });
});
