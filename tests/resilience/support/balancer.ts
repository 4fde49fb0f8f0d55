import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

import { answersOk } from '@studiolo/infra/stack/readiness';

const PROBE_EVERY_MS = 200;

/**
 * A load balancer of TCP connections: spreads them over the gateways that are ready, and tries the next gateway when
 * one refuses. It does not read what a connection carries, and never sends anything twice.
 */
export class Balancer {
  private readonly server: Server;
  private readonly ports: readonly number[];
  private readonly ready: Set<number>;
  private readonly sockets = new Set<Socket>();
  private readonly timer: NodeJS.Timeout;
  private turn = 0;

  private constructor(server: Server, ports: readonly number[]) {
    this.server = server;
    this.ports = ports;
    this.ready = new Set(ports);
    this.timer = setInterval(() => this.probe(), PROBE_EVERY_MS);
    server.on('connection', (client) => this.pass(client, ports.length));
  }

  static async over(ports: readonly number[]): Promise<Balancer> {
    const server = createServer();
    const balancer = new Balancer(server, ports);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return balancer;
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
    await once(this.server, 'close');
  }

  private probe(): void {
    for (const port of this.ports) {
      void answersOk(`http://127.0.0.1:${port}/health/ready`).then(
        () => this.ready.add(port),
        () => this.ready.delete(port),
      );
    }
  }

  private next(): number {
    const open = this.ports.filter((port) => this.ready.has(port));
    const choice = open.length === 0 ? this.ports : open;
    this.turn += 1;
    return choice[this.turn % choice.length] ?? 0;
  }

  private pass(client: Socket, tries: number): void {
    const port = this.next();
    const gateway = connect(port, '127.0.0.1');
    let isConnected = false;
    this.keep(client);
    this.keep(gateway);
    gateway.once('connect', () => {
      isConnected = true;
      client.pipe(gateway).pipe(client);
    });
    gateway.on('error', () => {
      this.ready.delete(port);
      if (!isConnected && tries > 1) this.pass(client, tries - 1);
      else client.destroy();
    });
    gateway.once('close', () => {
      if (isConnected) client.destroy();
    });
    client.once('close', () => gateway.destroy());
    client.on('error', () => gateway.destroy());
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
  }
}
