import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { ReadBuffers } from './read-buffers.js';
import { createStoreAgent } from './store-agent.js';

const content = Buffer.alloc(1_000_000, 'studiolo');

let server: Server;
beforeAll(async () => {
  server = createServer((_request, response) => response.end(content));
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

test('a connection reads into the buffers it was given', async () => {
  const buffers = new ReadBuffers();
  const agent = createStoreAgent(1, buffers);
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { body } = await agent.request({ origin, path: '/', method: 'GET' });
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
  await agent.close();
  expect(Buffer.concat(chunks).equals(content)).toBe(true);
  for (const chunk of chunks) buffers.giveBack(chunk);
  const memory = new Set(chunks.map((chunk) => chunk.buffer));
  expect(memory.has(buffers.take().buffer)).toBe(true);
});
