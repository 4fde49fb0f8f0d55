import { Logger } from '@nestjs/common';

import { createLogger } from './logger.js';
import { withRequestContext } from './request-context.js';

const lines: Record<string, unknown>[] = [];

beforeAll(() => {
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  Logger.overrideLogger(createLogger('projects', { LOG_LEVEL: 'info' }, { write }));
});
afterAll(() => {
  Logger.overrideLogger(false);
});
beforeEach(() => {
  lines.length = 0;
});

const logger = new Logger('Test');

test('a line is one JSON object with service, context and message', () => {
  logger.log('started');
  expect(lines).toEqual([
    expect.objectContaining({
      level: 30,
      service: 'projects',
      context: 'Test',
      msg: 'started',
    }) as object,
  ]);
});

test('a line within a request has its id, also after an await', async () => {
  await withRequestContext({ requestId: 'r-1' }, async () => {
    await Promise.resolve();
    logger.log('inside');
  });
  logger.log('outside');
  expect(lines.map(({ requestId }) => requestId)).toEqual(['r-1', undefined]);
});

test('secrets are blanked up to two levels deep', () => {
  const password = 'hunter2';
  logger.log({ password, user: { token: password }, body: { user: { cookie: password } } });
  expect(JSON.stringify(lines)).not.toContain(password);
  expect(lines[0]?.password).toBe('[hidden]');
});

test('a line break in a text cannot start a new log line', () => {
  logger.log('one\n{"level":60,"msg":"forged"}');
  expect(lines).toHaveLength(1);
  expect(lines[0]?.level).toBe(30);
});
