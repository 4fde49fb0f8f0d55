// The embedded Redis in a process of its own: `node embedded-redis.ts <port>`. It has no password, and its package
// listens on all addresses without an option to change that: this file makes it listen on 127.0.0.1 only.
import { Server, type Socket } from 'node:net';

import { createRedisMock } from 'js-redis-server';

/**
 * Sends replies without delay, and all replies of one turn of the event loop in one system call. The package leaves
 * Nagle's algorithm on, so that a small reply waits up to 40 ms until the client has acknowledged the previous one. It
 * also makes a system call for every reply, which takes 40 % of its processor time. To be reported to
 * https://github.com/fatal10110/js-redis-server/issues: `noDelay` in `createServer` of Resp2Server, and `cork` in
 * `write` of SocketConnectionTransport. s3rver and maildev use HTTP, for which Node turns Nagle's algorithm off.
 */
function sendPromptly(socket: Socket): void {
  const write = socket.write.bind(socket) as (reply: Buffer, sent?: () => void) => boolean;
  let isCorked = false;
  socket.setNoDelay(true);
  socket.write = function writeSoon(reply: Buffer, sent: () => void): boolean {
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      setImmediate(() => {
        isCorked = false;
        socket.uncork();
      });
    }
    // The package handles a connection's next command after `sent`, so `sent` is delayed only while the client does not
    // read.
    if (socket.writableNeedDrain) return write(reply, sent);
    const hasRoom = write(reply);
    sent();
    return hasRoom;
  } as typeof socket.write;
}

// eslint-disable-next-line @typescript-eslint/unbound-method -- called on the server it belongs to
const listen = Server.prototype.listen as (this: Server, port: number, host: string) => Server;
Server.prototype.listen = function listenHere(this: Server, port: number): Server {
  this.prependListener('connection', sendPromptly);
  return listen.call(this, port, '127.0.0.1');
} as typeof Server.prototype.listen;

const port = Number(process.argv[2]);
await createRedisMock({ port });
console.log(`Embedded Redis on 127.0.0.1:${port}`);
process.once('SIGTERM', () => process.exit(0));
