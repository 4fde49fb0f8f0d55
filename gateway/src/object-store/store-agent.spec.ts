import { createServer } from 'node:http';

import { listen } from '@studiolo/testing/listen';

import { ReadBuffers } from './read-buffers.js';
import { createStoreAgent } from './store-agent.js';

const content = Buffer.alloc(1_000_000, 'studiolo');

test('a connection reads into the buffers it was given', async () => {
  await using server = createServer((_request, response) => response.end(content));
  const origin = `http://${await listen(server)}`;
  const buffers = new ReadBuffers();
  const agent = createStoreAgent({ connections: 1, buffers });
  const { body } = await agent.request({ origin, path: '/', method: 'GET' });
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Buffer>) chunks.push(chunk);
  await agent.close();
  expect(Buffer.concat(chunks).equals(content)).toBe(true);
  for (const chunk of chunks) buffers.giveBack(chunk);
  const memory = new Set(chunks.map((chunk) => chunk.buffer));
  expect(memory.has(buffers.take().buffer)).toBe(true);
});
