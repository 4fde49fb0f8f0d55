// The embedded Redis in a process of its own: `node embedded-redis.ts <port>`. It has no password, and its package
// listens on all addresses without an option to change that: this file makes it listen on 127.0.0.1 only. The package
// also leaves Nagle's algorithm on, with which a small reply waits up to 40 ms until the client has acknowledged the
// previous one.
import { Server, type Socket } from 'node:net';

import { createRedisMock } from 'js-redis-server';

// eslint-disable-next-line @typescript-eslint/unbound-method -- called on the server it belongs to
const listen = Server.prototype.listen as (this: Server, port: number, host: string) => Server;
Server.prototype.listen = function listenHere(this: Server, port: number): Server {
  this.prependListener('connection', (socket: Socket) => socket.setNoDelay(true));
  return listen.call(this, port, '127.0.0.1');
} as typeof Server.prototype.listen;

const port = Number(process.argv[2]);
await createRedisMock({ port });
console.log(`Embedded Redis on 127.0.0.1:${port}`);
process.once('SIGTERM', () => process.exit(0));
