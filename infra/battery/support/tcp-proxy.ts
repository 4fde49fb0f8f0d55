import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between the processes and one of their servers and fails the way a network fails. */
export class TcpProxy {
  private readonly server: Server;
  private readonly target: () => number;
  private readonly sockets = new Set<Socket>();
  private isFrozen = false;
  private bytesUntilCut = Number.POSITIVE_INFINITY;

  private constructor(server: Server, target: () => number) {
    this.server = server;
    this.target = target;
  }

  /** @param target the port of the server, asked for every connection */
  static async to(target: () => number): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, target);
    server.on('connection', (client) => proxy.pass(client));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Nothing gets through on the connections of now, which stay open; new ones work. */
  blackHole(): void {
    for (const socket of this.sockets) socket.pause();
  }

  /** Nothing gets through on any connection, which all stay open, until `thaw`. */
  freeze(): void {
    this.isFrozen = true;
    this.blackHole();
  }

  thaw(): void {
    this.isFrozen = false;
    for (const socket of this.sockets) socket.resume();
  }

  /** Cuts all connections in the middle of whatever they do; new ones work. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Cuts all connections once, when the server has sent so many bytes from now on. */
  cutAfter(bytes: number): void {
    this.bytesUntilCut = bytes;
  }

  async close(): Promise<void> {
    this.server.close();
    this.cut();
    await once(this.server, 'close');
  }

  private pass(client: Socket): void {
    const server = connect(this.target(), '127.0.0.1');
    server.on('data', (chunk: Buffer) => this.countDown(chunk.length));
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(from);
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
      if (this.isFrozen) from.pause();
    }
  }

  private countDown(bytes: number): void {
    this.bytesUntilCut -= bytes;
    if (this.bytesUntilCut > 0) return;
    this.bytesUntilCut = Number.POSITIVE_INFINITY;
    this.cut();
  }
}
