import { jest } from '@jest/globals';
import { type CallHandler, type ExecutionContext, Logger } from '@nestjs/common';
import { authMessages } from '@studiolo/contracts';
import { RedisStreamsContext } from 'nestjs-redis-streams';
import { lastValueFrom, of } from 'rxjs';

import { SecurityLog } from './security-log.js';

const MESSAGE = { messageId: 'm1', entryId: '1-1', attempt: 1, deadline: undefined };
const WRITTEN = { from: 'admin iris', requestId: 'r1' };

/** The lines logged for a message that auth answers with `reply`. */
async function linesOf(pattern: string, request: object, reply: object): Promise<unknown[]> {
  const log = jest.spyOn(Logger.prototype, 'log').mockImplementation(() => undefined);
  const metadata = { client: WRITTEN.from, requestId: WRITTEN.requestId };
  const context = new RedisStreamsContext({ ...MESSAGE, pattern, metadata });
  const rpc = { getContext: () => context, getData: () => request };
  const execution = { switchToRpc: () => rpc } as unknown as ExecutionContext;
  const handler: CallHandler = { handle: () => of(reply) };
  await lastValueFrom(new SecurityLog().intercept(execution, handler));
  const lines = log.mock.calls.map(([line]): unknown => line);
  log.mockRestore();
  return lines;
}

const { pattern } = authMessages.confirmSignUp;
const request = { email: 'iris@studio.example' };

test('a sign-up that an operator confirms is logged with the account', async () => {
  expect(await linesOf(pattern, request, { user: { id: 'u1' } })).toEqual([
    expect.objectContaining({ event: 'sign_up_confirmed', userId: 'u1', ...WRITTEN }),
  ]);
});

test('a confirmation that finds no sign-up is logged as not confirmed', async () => {
  expect(await linesOf(pattern, request, { user: null })).toEqual([
    expect.objectContaining({ event: 'sign_up_not_confirmed', ...WRITTEN }),
  ]);
});
