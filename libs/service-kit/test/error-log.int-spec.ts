import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { Logger } from '@nestjs/common';

import { execute } from '../src/database.js';
import { createLogger } from '../src/logging/logger.js';
import { testDatabase } from './support/test-database.js';

const EMAIL = 'somebody@example.com';
const HASH = '$argon2id$v=19$m=19456$c29tZXRoaW5n';

let written = '';
const { dataSource } = testDatabase();

beforeAll(async () => {
  const write = (line: string) => void (written += line);
  Logger.overrideLogger(createLogger('auth', { LOG_LEVEL: 'trace' }, { write }));
  await dataSource.query('CREATE TABLE people (email text UNIQUE, hash text, age integer)');
  await dataSource.query('INSERT INTO people VALUES ($1, $2)', [EMAIL, HASH]);
});
beforeEach(() => {
  written = '';
});
afterAll(() => {
  Logger.overrideLogger(false);
});

const insert = 'INSERT INTO people VALUES ($1, $2)';
const failing: [string, string, () => Promise<unknown>][] = [
  ['through TypeORM', '23505', () => dataSource.query(insert, [EMAIL, HASH])],
  ['prepared', '23505', () => execute(dataSource, { text: insert }, [EMAIL, HASH])],
  [
    'over a value that does not fit',
    '22P02',
    () => dataSource.query('SELECT $1::integer, $2::text', [EMAIL, HASH]),
  ],
];

test.each(failing)(
  'a statement that fails %s leaves its code in the log, and neither values nor the row at fault',
  async (_how, code, run) => {
    const error: unknown = await run().catch((thrown: unknown) => thrown);
    const logger = new Logger('Test');
    logger.error({ err: error }, 'It failed');
    logger.error(error);
    logger.warn({ reason: error });
    logger.warn({ err: new Error('Not saved', { cause: error }) });
    logger.warn({ err: new AggregateError([error], 'Several') });
    const lines = written.trim().split('\n');
    expect(lines).toHaveLength(5);
    for (const line of lines) {
      expect(line).toContain(code);
      for (const secret of [EMAIL, HASH]) expect(line).not.toContain(secret);
    }
  },
);

test('an uncaught error ends the process with one log line without its secrets', () => {
  const register = join(import.meta.dirname, '../../testing/src/run-typescript.mjs');
  const script = join(import.meta.dirname, 'support/failing-process.ts');
  const args = ['--conditions', 'workspace-source', '--import', register, script];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    level: 60,
    err: { type: 'Error', message: 'failed' },
  });
  expect(stdout + stderr).not.toContain('hunter2');
});
