import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What a store behind the proxy looks like from outside. */
export type Weather = 'fine' | 'frozen' | 'refusing' | 'overloaded';

const OVERLOADED = 'HTTP/1.1 503 Slow Down\r\nContent-Length: 4\r\n\r\nbusy';

/** Stands before a store and makes it fail in the ways stores do. */
export class TcpProxy {
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();
  private weather: Weather = 'fine';

  private constructor(private readonly target: URL) {
    this.server = createServer((client) => this.accept(client));
  }

  static async before(target: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(target));
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Connections that stand now. */
  get connections(): number {
    return this.sockets.size;
  }

  /** Holds for connections that stand and for new ones. */
  set(weather: Weather): void {
    this.weather = weather;
    if (weather !== 'refusing') return;
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private accept(client: Socket): void {
    if (this.weather === 'refusing') return void client.destroy();
    const store = connect(Number(this.target.port), this.target.hostname);
    this.sockets.add(client);
    client.on('close', () => this.sockets.delete(client));
    for (const [one, other] of [
      [client, store],
      [store, client],
    ] as const) {
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
    }
    store.on('data', (bytes) => void (this.weather === 'frozen' || client.write(bytes)));
    client.on('data', (bytes) => this.fromClient(bytes, client, store));
  }

  private fromClient(bytes: Buffer, client: Socket, store: Socket): void {
    if (this.weather === 'fine') store.write(bytes);
    if (this.weather === 'overloaded') client.write(OVERLOADED);
  }
}
