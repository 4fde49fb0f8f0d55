import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '@studiolo/infra/stack/programs';

const SOURCES = ['gateway', 'frontend', 'services/*', 'libs/*'].map((project) =>
  join(ROOT, project, 'src/**/*.{ts,tsx}'),
);
const CLASS = /^\s*(?:export )?(?:abstract )?class (\w+)/gm;

test('no two classes of the product share a name', () => {
  const files = globSync(SOURCES).filter((file) => !/spec\.tsx?$/.test(file));
  const names = files.flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(CLASS), ([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
