import { authMessages, projectMessages, storageMessages } from '@studiolo/contracts';

import { WarmUp } from '../src/health/warm-up.js';
import { TestGateway } from './support/test-gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await TestGateway.start(12);
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.services.reset());

test('what a first visit asks of every service is asked before anybody comes', async () => {
  await gateway.get(WarmUp).run(60_000);
  for (const message of [
    ...[authMessages.login, authMessages.checkSession, authMessages.getProfile],
    ...[projectMessages.listProjects, projectMessages.summarizeProjects],
    ...[storageMessages.getUsage, storageMessages.listFiles],
  ]) {
    expect(gateway.services.requestsOf(message).length).toBeGreaterThan(1);
  }
});

test('a service that never answers makes the gateway wait no longer than it may', async () => {
  const silence = Promise.withResolvers<never>();
  silence.promise.catch(() => undefined);
  gateway.services.answer(projectMessages.listProjects, () => silence.promise);
  await gateway.get(WarmUp).run(50);
  expect(gateway.services.requestsOf(projectMessages.listProjects).length).toBeLessThan(2);
  silence.reject(new Error('The test is over'));
});
