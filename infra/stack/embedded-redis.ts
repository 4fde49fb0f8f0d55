// The embedded Redis in a process of its own: `node embedded-redis.ts <port>`. It knows no password, and its package
// has no option for the address it listens on and takes all of them: here it is given this machine's alone.
import { Server } from 'node:net';
import { createRedisMock } from 'js-redis-server';

// eslint-disable-next-line @typescript-eslint/unbound-method -- called on the server it belongs to
const listen = Server.prototype.listen as (this: Server, port: number, host: string) => Server;
Server.prototype.listen = function listenHere(this: Server, port: number): Server {
  return listen.call(this, port, '127.0.0.1');
} as typeof Server.prototype.listen;

const port = Number(process.argv[2]);
await createRedisMock({ port });
console.log(`Embedded Redis on 127.0.0.1:${port}`);
process.once('SIGTERM', () => process.exit(0));
