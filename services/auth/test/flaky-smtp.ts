import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

/** A mail server that answers RCPT TO with the replies it is given, then takes every mail. */
export class FlakySmtp {
  /** Messages as they came, headers included. */
  readonly received: string[] = [];
  /** How often somebody tried to send. */
  tries = 0;
  private readonly server: Server;
  private readonly sockets = new Set<Socket>();

  constructor(private readonly refusals: string[]) {
    this.server = createServer((socket) => this.talk(socket));
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private talk(socket: Socket): void {
    this.sockets.add(socket);
    let message: string | undefined;
    let buffered = '';
    socket.on('error', () => undefined);
    socket.write('220 flaky\r\n');
    socket.on('data', (chunk) => {
      buffered += chunk.toString();
      for (let end = buffered.indexOf('\r\n'); end >= 0; end = buffered.indexOf('\r\n')) {
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + 2);
        message = this.hear(socket, line, message);
      }
    });
  }

  /** Takes one line; the result is the message so far while one is being sent. */
  private hear(socket: Socket, line: string, message: string | undefined): string | undefined {
    if (message !== undefined && line !== '.') return `${message}${line}\n`;
    if (message !== undefined) {
      this.received.push(message);
      socket.write('250 taken\r\n');
      return undefined;
    }
    if (line === 'DATA') {
      socket.write('354 go on\r\n');
      return '';
    }
    socket.write(`${this.replyTo(line)}\r\n`);
    if (line === 'QUIT') socket.end();
    return undefined;
  }

  private replyTo(line: string): string {
    if (!line.startsWith('RCPT')) return '250 fine';
    this.tries += 1;
    return this.refusals.shift() ?? '250 fine';
  }
}
