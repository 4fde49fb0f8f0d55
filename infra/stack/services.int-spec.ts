import { jest } from '@jest/globals';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { makePlan } from './plan.ts';
import { APPLICATION } from './services.ts';

const dataDir = temporaryFolder();

/** The variables that a part of the stack gets when `npm start` has these. */
async function variablesOf(name: string, env: Record<string, string>) {
  jest.replaceProperty(process, 'env', { ...process.env, ...env });
  const plan = await makePlan({ dataDir: dataDir(), environment: 'test' });
  const command = await APPLICATION.find((part) => part.name === name)?.command(plan, 0);
  return command?.env;
}
afterEach(() => jest.restoreAllMocks());

test('the gateway ends at once, as nothing balances its load', async () => {
  const variables = await variablesOf('gateway', { SHUTDOWN_DELAY_MS: '60000' });
  expect(variables).toMatchObject({ SHUTDOWN_DELAY_MS: '0' });
});

test('auth has a sender of mail when MAIL_FROM is empty', async () => {
  const { MAIL_FROM } = (await variablesOf('auth', { MAIL_FROM: '' })) ?? {};
  expect(MAIL_FROM).toBe('Studiolo <hello@studiolo.local>');
});
