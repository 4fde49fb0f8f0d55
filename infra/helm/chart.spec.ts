import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const chart = join('infra', 'helm', 'studiolo');
const read = (...path: string[]) => readFileSync(join(chart, ...path), 'utf8');
const templates = readdirSync(join(chart, 'templates'));

interface Schema {
  properties?: Record<string, Schema>;
  $ref?: string;
  additionalProperties?: boolean;
}

const schema = JSON.parse(read('values.schema.json')) as Schema & { $defs: Record<string, Schema> };

function resolve(node: Schema | undefined): Schema | undefined {
  const name = node?.$ref?.split('/').at(-1);
  return name === undefined ? node : schema.$defs[name];
}

/** Whether the schema has a value like `postgres.host`; it refuses others, such as misspelt ones. */
function isKnown(path: string): boolean {
  let node: Schema | undefined = schema;
  for (const name of path.split('.')) node = resolve(node)?.properties?.[name];
  return node !== undefined;
}

test('every value that a template reads is in the schema', () => {
  const used = templates.flatMap((file) =>
    [...read('templates', file).matchAll(/\.Values\.([A-Za-z][A-Za-z.]*)/g)].map(
      ([, path]) => path,
    ),
  );
  expect(used.filter((path) => path !== undefined && !isKnown(path))).toEqual([]);
  expect(used.length).toBeGreaterThan(20);
});

test('every template is described in the README', () => {
  const readme = read('README.md');
  const files = templates.filter((file) => file.endsWith('.yaml'));
  expect(files.filter((file) => !readme.includes(`\`${file}\``))).toEqual([]);
});
