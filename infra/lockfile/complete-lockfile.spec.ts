import { readFileSync } from 'node:fs';
import { type Lockfile, LOCKFILES, missingPackages } from './complete-lockfile.ts';

test.each(LOCKFILES)(
  '%s lists the optional packages of every platform, so that `npm ci` accepts it anywhere',
  (file) => {
    const lockfile = JSON.parse(readFileSync(file, 'utf8')) as Lockfile;
    expect(Object.keys(missingPackages(lockfile))).toEqual([]);
  },
);

test('a package that is found further up is not missing', () => {
  const packages = {
    'node_modules/a': { optionalDependencies: { 'tool-darwin-arm64': '1.0.0', b: '2.0.0' } },
    'node_modules/b': { version: '2.0.0' },
  };
  expect(missingPackages({ packages })).toEqual({
    'node_modules/tool-darwin-arm64': {
      version: '1.0.0',
      optional: true,
      os: ['darwin'],
      cpu: ['arm64'],
    },
  });
});
