import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { ROOT } from '@studiolo/infra/stack/programs';
import { readStartSettings } from '@studiolo/infra/stack/settings';

import { tableIn } from '../support/table.ts';

// Operators rely on docs/settings.md and processes on the schemas: a change of one must change the other.
interface Row {
  name: string;
  fallback: string;
  unit: string;
  readers: string[];
}

interface Schema {
  shape: Record<
    string,
    { safeParse: (value: unknown) => { success: boolean; data?: string | number } }
  >;
}

/** Where each process keeps the schema of its settings. */
const SCHEMAS: Record<string, [file: string, name: string]> = {
  auth: ['services/auth/src/auth.settings.ts', 'authSettings'],
  projects: ['libs/service-kit/src/env/settings.ts', 'serviceSettings'],
  storage: ['services/storage/src/storage.settings.ts', 'storageSettings'],
  gateway: ['gateway/src/settings.ts', 'gatewaySettings'],
};

const rows: Row[] = tableIn('docs/settings.md').map(
  ([name = '', fallback = '', unit = '', readers = '']) => ({
    ...{ name, fallback, unit },
    readers: readers.split(', '),
  }),
);

const documentedFor = (reader: string): Record<string, string> =>
  Object.fromEntries(
    rows.filter(({ readers }) => readers.includes(reader)).map((row) => [row.name, row.fallback]),
  );

function defaultOf(setting: Schema['shape'][string]): string {
  const { success, data } = setting.safeParse(undefined);
  if (!success) return '_required_';
  return data === undefined ? '_none_' : String(data);
}

describe('the table of settings', () => {
  test.each(Object.entries(SCHEMAS))(
    'says for %s what its code reads, with the defaults of the code',
    async (reader, [file, name]) => {
      const { [name]: schema } = (await import(join(ROOT, file))) as Record<string, Schema>;
      const inCode = Object.entries(schema?.shape ?? {}).map(([name, setting]) => [
        name,
        defaultOf(setting),
      ]);
      expect(documentedFor(reader)).toEqual(Object.fromEntries(inCode));
    },
  );

  test('says for the runner what it reads', () => {
    const read = new Set<string>();
    const environment = new Proxy<Record<string, string | undefined>>(
      { S3_ENDPOINT: 'http://localhost:9000', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' },
      {
        get: (target, name: string) => {
          read.add(name);
          return target[name];
        },
      },
    );
    readStartSettings(environment, []);
    expect(Object.keys(documentedFor('runner')).sort()).toEqual([...read].sort());
  });

  test('says for backup and restore which variables their scripts need, with the defaults', () => {
    const script = (name: string) =>
      readFileSync(join(ROOT, 'infra', 'backup', `${name}.sh`), 'utf8');
    const source = script('environment') + script('restore');
    const needed = [...source.matchAll(/\$\{([A-Z0-9_]+):\?\}/g)].map(([, name]) => [
      name,
      '_required_',
    ]);
    const defaults = [...source.matchAll(/\$\{([A-Z0-9_]+):-([^}]+)\}/g)].map(([, ...it]) => it);
    const certificates = ['DATABASE_CA', 'REDIS_CA', 'S3_CA'];
    const logins = ['PGUSER', 'PGPASSWORD', 'REDISCLI_AUTH'];
    const optional = [...logins, ...certificates, 'BACKUP_KEEP'].map((name) => [name, '_none_']);
    expect(documentedFor('backup')).toEqual(
      Object.fromEntries([...needed, ...defaults, ...optional]),
    );
  });

  test('says for the server of the front end what it reads', () => {
    const source = readFileSync(join(ROOT, 'infra', 'web', 'server.ts'), 'utf8');
    const read = [...source.matchAll(/process\.env\.([A-Z_]+)/g)].map(([, name]) => name);
    expect(Object.keys(documentedFor('web')).sort()).toEqual(read.sort());
  });

  test('gives every setting a unit', () => {
    expect(rows.filter(({ unit }) => unit === '')).toEqual([]);
  });
});
