import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** What the server does with a complete message: accept it, or leave the sender without an answer. */
type Manner = 'taking' | 'silent';

/** An SMTP server that can be stopped and restarted, and told to refuse mail or not to answer. */
export class MailServer {
  /** Messages received, with headers, including those left without an answer. */
  readonly messages: string[] = [];
  manner: Manner = 'taking';
  /** Replies to the next recipients; it accepts those after them. */
  readonly refusals: string[] = [];
  /** Number of recipients it was given. */
  tries = 0;
  private port: number;
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();

  /** @param port of 127.0.0.1; by default any that is free when it comes up first */
  constructor(port = 0) {
    this.port = port;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async up(): Promise<void> {
    const server = createServer((socket) => this.talk(socket));
    this.server = server;
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.address() as AddressInfo).port;
  }

  async down(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  }

  /** Messages to one address. */
  to(address: string): string[] {
    return this.messages.filter((message) => message.includes(`To: ${address}`));
  }

  private talk(socket: Socket): void {
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.setEncoding('latin1');
    let heard = '';
    let isMessage = false;
    socket.write('220 running\r\n');
    socket.on('data', (text) => {
      heard += String(text);
      for (;;) {
        const end = isMessage ? '\r\n.\r\n' : '\r\n';
        const at = heard.indexOf(end);
        if (at < 0) return;
        const part = heard.slice(0, at);
        heard = heard.slice(at + end.length);
        const isTaken = isMessage;
        isMessage = !isMessage && part === 'DATA';
        if (isTaken) this.take(socket, part);
        else this.answer(socket, part);
      }
    });
  }

  private take(socket: Socket, message: string): void {
    this.messages.push(message);
    if (this.manner === 'taking') socket.write('250 taken\r\n');
  }

  private answer(socket: Socket, line: string): void {
    socket.write(`${this.replyTo(line)}\r\n`);
    if (line === 'QUIT') socket.end();
  }

  private replyTo(line: string): string {
    if (line === 'DATA') return '354 go on';
    if (!line.startsWith('RCPT')) return '250 fine';
    this.tries += 1;
    return this.refusals.shift() ?? '250 fine';
  }
}
