import { once } from 'node:events';

import { Api } from '@studiolo/testing/api';

import { testGateway } from './support/test-gateway.js';

const gateway = testGateway();

test('a gateway that ends is not ready, but answers until load balancers know, and closes its connections', async () => {
  const { url, close } = await gateway.replica({ SHUTDOWN_DELAY_MS: '2000' });
  const { bearer } = await gateway.signIn();
  const closed = close();
  expect((await fetch(`${url}/health/ready`)).status).toBe(503);
  const answer = await new Api(bearer, url).get('/api/projects');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('connection')).toBe('close');
  await closed;
  await expect(fetch(`${url}/health/live`)).rejects.toThrow('fetch failed');
});

test('an unused connection does not delay a shutdown', async () => {
  const { url, close } = await gateway.replica();
  const socket = await gateway.connect('', url);
  const ended = once(socket, 'close');
  await close();
  await ended;
});
