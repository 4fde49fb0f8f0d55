import { Logger, type LoggerService } from '@nestjs/common';
import { fastify, type FastifyInstance } from 'fastify';

import { shedLoad } from './shed-load.js';

/** What a burst may bring at most. */
const MOST = 1_000;

describe('more requests than can be answered', () => {
  let server: FastifyInstance;
  let answer: PromiseWithResolvers<string>;
  let logged: unknown[];

  beforeEach(() => {
    logged = [];
    const logger: LoggerService = {
      log: () => undefined,
      error: () => undefined,
      warn: (...words: unknown[]) => void logged.push(words),
    };
    Logger.overrideLogger(logger);
    answer = Promise.withResolvers<string>();
    server = fastify();
    shedLoad(server);
    server.get('/api/projects', () => answer.promise);
    server.get('/api/storage/usage', () => 'used');
  });
  afterAll(() => {
    Logger.overrideLogger(['error']);
  });

  // Awaited at once: until then nothing is sent.
  const list = async () => await server.inject('/api/projects');

  test('are turned away with a 503 that says when to come again, and the others are answered', async () => {
    const accepted = Array.from({ length: MOST }, list);
    const refused = await list();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers['retry-after']).toBe('2');
    expect(refused.json()).toMatchObject({ success: false, error: expect.any(String) as string });
    expect((await server.inject('/api/storage/usage')).body).toBe('used');
    answer.resolve('projects');
    for (const { statusCode } of await Promise.all(accepted)) expect(statusCode).toBe(200);
    expect((await list()).statusCode).toBe(200);
    await server.close();
  });

  test('are counted in one line of the log', async () => {
    const accepted = Array.from({ length: MOST }, list);
    await Promise.all([list(), list(), list()]);
    answer.resolve('projects');
    await Promise.all(accepted);
    await server.close();
    expect(logged).toEqual([
      [{ refused: { projects: 3 } }, 'Requests were turned away', 'Overload'],
    ]);
  });
});
