import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';

import { eventually } from '@studiolo/testing/eventually';

import { limitConnections } from './connection-limit.js';

let server: Server;
let open: Socket[];
beforeEach(async () => {
  open = [];
  server = createServer((_request, response) => response.end('answered'));
  limitConnections(server, 2);
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => {
  for (const socket of open) socket.destroy();
  server.close();
});

async function connection(): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  open.push(socket);
  // Also waits for a connection that the server then refuses.
  await Promise.all([once(socket, 'connect'), once(server, 'connection')]);
  return socket;
}
const ask = async () => {
  const socket = await connection();
  socket.write('GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  return text(socket);
};

test('an address can open connections up to its limit, and closing one allows another', async () => {
  const idle = await connection();
  expect(await ask()).toContain('answered');
  await connection();
  const refusal = await ask();
  expect(refusal).toMatch(/^HTTP\/1.1 429 /);
  expect(refusal).toContain('"error":"There are too many connections from this address"');
  idle.destroy();
  await eventually(async () => expect(await ask()).toContain('answered'));
});
