import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

import { freePort } from '@studiolo/testing/redis-process';

/** A proxy to Redis whose connections can go silent: it drops all bytes and tells nobody. */
export class Wire {
  private readonly pairs = new Set<readonly [Socket, Socket]>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async to(redisPort: number): Promise<Wire> {
    const port = await freePort();
    const server = createServer();
    const wire = new Wire(server, port);
    server.on('connection', (near) => wire.join(near, connect(redisPort, '127.0.0.1')));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return wire;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Makes existing connections silent; new ones work. Resolves when the client has closed every silent one. */
  async swallow(): Promise<void> {
    const dead = [...this.pairs];
    for (const [near, far] of dead) {
      near.unpipe(far);
      far.unpipe(near);
      near.resume();
      far.resume();
    }
    await Promise.all(dead.map(([near]) => once(near, 'close')));
  }

  close(): void {
    this.server.close();
    for (const pair of this.pairs) for (const socket of pair) socket.destroy();
  }

  private join(near: Socket, far: Socket): void {
    const pair = [near, far] as const;
    this.pairs.add(pair);
    near.pipe(far);
    far.pipe(near);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.pairs.delete(pair);
        pair.forEach((one) => one.destroy());
      });
    }
  }
}
