import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Stands between a client and a server and can fail the way a network fails. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private frozen = false;

  private constructor(
    private readonly server: Server,
    private readonly target: { host: string; port: number },
  ) {}

  static async to(url: string): Promise<TcpProxy> {
    const { hostname, port } = new URL(url);
    const server = createServer();
    const proxy = new TcpProxy(server, { host: hostname, port: Number(port) });
    server.on('connection', (client) => proxy.pass(client));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Nothing gets through any more, and connections stay open. */
  freeze(): void {
    this.frozen = true;
    this.stall();
  }

  /** Nothing gets through on the connections of now; new ones work. */
  stall(): void {
    for (const socket of this.sockets) socket.pause();
  }

  /** Cuts all connections in the middle of whatever they do. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Cuts all connections and refuses new ones. */
  async close(): Promise<void> {
    this.server.close();
    this.cut();
    await once(this.server, 'close');
  }

  private pass(client: Socket): void {
    const server = connect(this.target);
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
      if (this.frozen) from.pause();
    }
  }
}
