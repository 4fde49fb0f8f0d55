import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** An HTTP answer for `answerAll`. */
export const SERVICE_UNAVAILABLE =
  'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\nconnection: close\r\n\r\n';

/** A proxy between clients and a server that fails as networks and servers do. */
export class TcpProxy {
  private readonly server = createServer((client) => this.accept(client));
  private readonly target: () => string;
  private readonly sockets = new Set<Socket>();
  private readonly servers = new WeakSet<Socket>();
  /** The pending write of each socket, which keeps its data in order. */
  private readonly underWay = new WeakMap<Socket, Promise<void>>();
  private isFrozen = false;
  private isMute = false;
  private latencyMs = 0;
  private isRefusing = false;
  private answer: string | undefined;
  private bytesUntilCut = Number.POSITIVE_INFINITY;
  private recorded: Buffer[] | undefined;

  private constructor(target: () => string) {
    this.target = target;
  }

  /** @param target a URL of the server, of which host and port count; asked for every connection */
  static async to(target: () => string): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await once(proxy.server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  /** Host and port. */
  get address(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Keeps all that either side sends from now on. */
  record(into: Buffer[]): void {
    this.recorded = into;
  }

  /** Passes nothing on through the current connections, which stay open; new ones work. */
  stall(): void {
    for (const socket of this.sockets) socket.pause();
  }

  /** Passes nothing on through any connection; all stay open. */
  freeze(): void {
    this.isFrozen = true;
    this.stall();
  }

  /** Passes requests on and holds back all answers. */
  mute(): void {
    this.isMute = true;
    for (const socket of this.sockets) if (this.servers.has(socket)) socket.pause();
  }

  /** Adds a delay in milliseconds in each direction. */
  slow(latencyMs: number): void {
    this.latencyMs = latencyMs;
  }

  /** Cuts all current connections; new ones work. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Cuts all connections once the server has sent this many more bytes. */
  cutAfter(bytes: number): void {
    this.bytesUntilCut = bytes;
  }

  /** Cuts all connections and refuses new ones. */
  refuse(): void {
    this.isRefusing = true;
    this.cut();
  }

  /** Answers whatever clients send with this text; nothing reaches the server. */
  answerAll(answer: string): void {
    this.answer = answer;
  }

  /** Ends every fault. */
  heal(): void {
    this.isFrozen = false;
    this.isMute = false;
    this.latencyMs = 0;
    this.isRefusing = false;
    this.bytesUntilCut = Number.POSITIVE_INFINITY;
    this.answer = undefined;
    for (const socket of this.sockets) socket.resume();
  }

  async close(): Promise<void> {
    this.server.close();
    this.cut();
    await once(this.server, 'close');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  private accept(client: Socket): void {
    if (this.isRefusing) {
      client.destroy();
      return;
    }
    const { hostname, port } = new URL(this.target());
    const server = connect(Number(port), hostname);
    this.servers.add(server);
    client.on('data', (bytes) => this.fromClient(bytes, client, server));
    server.on('data', (bytes) => this.fromServer(bytes, client));
    this.bind(client, server);
    this.bind(server, client);
    if (this.isFrozen) this.stall();
    if (this.isMute) server.pause();
  }

  /** Each ends with the other. */
  private bind(one: Socket, other: Socket): void {
    this.sockets.add(one);
    one.on('error', () => other.destroy());
    one.on('close', () => {
      this.sockets.delete(one);
      other.destroy();
    });
  }

  private fromClient(bytes: Buffer, client: Socket, server: Socket): void {
    if (this.answer === undefined) this.forward(bytes, server);
    else client.write(this.answer);
  }

  private fromServer(bytes: Buffer, client: Socket): void {
    this.forward(bytes, client);
    this.bytesUntilCut -= bytes.length;
    if (this.bytesUntilCut > 0) return;
    this.bytesUntilCut = Number.POSITIVE_INFINITY;
    this.cut();
  }

  private forward(bytes: Buffer, to: Socket): void {
    this.recorded?.push(bytes);
    const before = this.underWay.get(to);
    if (!before && this.latencyMs === 0) {
      to.write(bytes);
      return;
    }
    const due = performance.now() + this.latencyMs;
    const written = Promise.resolve(before).then(async () => {
      await delay(Math.max(0, due - performance.now()));
      to.write(bytes);
      if (this.underWay.get(to) === written) this.underWay.delete(to);
    });
    this.underWay.set(to, written);
  }
}
