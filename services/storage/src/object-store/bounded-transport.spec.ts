import { boundedTransport } from './bounded-transport.js';

test('two hundred calls at once get at most 64 connections', () => {
  const { transport, agent } = boundedTransport(false, () => undefined);
  const calls = Array.from({ length: 200 }, () =>
    transport.request({ host: '127.0.0.1', port: 9, agent }).on('error', () => undefined),
  );
  expect(Object.values(agent.sockets).flat()).toHaveLength(64);
  for (const call of calls) call.destroy();
});
