import { authMessages, projectMessages, storageMessages } from '@studiolo/contracts';

import { WarmUp } from '../src/health/warm-up.js';
import { TestGateway } from './support/test-gateway.js';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await TestGateway.start(12);
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.services.reset());

test('the warm-up sends the messages of a first visit to every service', async () => {
  await gateway.get(WarmUp).run(60_000);
  for (const message of [
    ...[authMessages.login, authMessages.checkSession, authMessages.getProfile],
    ...[projectMessages.listProjects, projectMessages.summarizeProjects],
    ...[storageMessages.getUsage, storageMessages.listFiles],
  ]) {
    expect(gateway.services.requestsOf(message).length).toBeGreaterThan(1);
  }
});

test('the warm-up ends in its time although a service never answers', async () => {
  const silence = Promise.withResolvers<never>();
  silence.promise.catch(() => undefined);
  gateway.services.answer(projectMessages.listProjects, () => silence.promise);
  await gateway.get(WarmUp).run(50);
  expect(gateway.services.requestsOf(projectMessages.listProjects).length).toBeLessThan(2);
  silence.reject(new Error('The test is over'));
});
