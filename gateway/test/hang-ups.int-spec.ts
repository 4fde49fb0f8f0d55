import { storageMessages } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import { eventually } from '@studiolo/testing/eventually';
import { register } from 'prom-client';

import { noUsage } from './support/fake-services.js';
import { testGateway } from './support/test-gateway.js';

const gateway = testGateway();
const route = '/api/storage/usage';

/** The sum of a counter's values with these labels. */
async function counted(name: string, labels: Record<string, string>): Promise<number> {
  const { values = [] } = (await register.getSingleMetric(name)?.get()) ?? {};
  return values
    .filter((value) =>
      Object.entries(labels).every(([label, text]) => value.labels[label] === text),
    )
    .reduce((sum, { value }) => sum + value, 0);
}

const failures = () => counted('studiolo_http_errors_total', { code: 'UNAVAILABLE', route });
const hangUps = () => counted('studiolo_http_requests_aborted_total', { route });

test('a client that hangs up before its answer is counted as such, and its failed request as no failure', async () => {
  const [asked, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  gateway.services.answer(storageMessages.getUsage, async () => {
    asked.resolve();
    await gone.promise;
    throw new AppError('UNAVAILABLE');
  });
  const iris = await gateway.signIn();
  const [failed, hungUp] = [await failures(), await hangUps()];
  const headers = `host: a\r\nauthorization: Bearer ${iris.bearer}`;
  const socket = await gateway.connect(`GET ${route} HTTP/1.1\r\n${headers}\r\n\r\n`);
  await asked.promise;
  socket.destroy();
  await eventually(async () => expect(await hangUps()).toBe(hungUp + 1));
  gone.resolve();
  gateway.services.answer(storageMessages.getUsage, () => noUsage);
  expect((await iris.get(route)).status).toBe(200);
  expect([await failures(), await hangUps()]).toEqual([failed, hungUp + 1]);
});

test('a failure whose client waits for its answer is counted by its route', async () => {
  gateway.services.answer(storageMessages.getUsage, () => {
    throw new AppError('UNAVAILABLE');
  });
  const iris = await gateway.signIn();
  const [failed, hungUp] = [await failures(), await hangUps()];
  expect((await iris.get(route)).status).toBe(503);
  await eventually(async () =>
    expect([await failures(), await hangUps()]).toEqual([failed + 1, hungUp]),
  );
});
