import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';

/** An SMTP server that can be stopped and restarted, and told to refuse mail or not to answer. */
export class MailServer {
  /** Messages received, with headers, including those left without an answer. */
  readonly messages: string[] = [];
  /** What it does with a complete message: accept it, or leave the sender without an answer. */
  manner: 'taking' | 'silent' = 'taking';
  /** Codes of its replies to the next recipients; it accepts those after them. */
  readonly refusals: number[] = [];
  /** Number of recipients it was given. */
  tries = 0;
  private port = 0;
  private server: SMTPServer | undefined;

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Listens on a free port, and later on the same. */
  async up(): Promise<void> {
    const server = new SMTPServer({
      ...{ authOptional: true, disabledCommands: ['STARTTLS'], closeTimeout: 1 },
      onRcptTo: (_address, _session, done) => done(this.refusal()),
      onData: (stream, _session, done) => {
        void text(stream).then((message) => {
          this.messages.push(message);
          if (this.manner === 'taking') done();
        });
      },
    });
    // A client may be killed in the middle of a message.
    server.on('error', () => undefined);
    this.server = server;
    const listener = server.listen(this.port, '127.0.0.1');
    await once(listener, 'listening');
    this.port = (listener.address() as AddressInfo).port;
  }

  async down(): Promise<void> {
    await new Promise<void>((resolve) => this.server?.close(resolve));
  }

  /** Messages to one address. */
  to(address: string): string[] {
    return this.messages.filter((message) => message.includes(`To: ${address}`));
  }

  private refusal(): Error | undefined {
    this.tries += 1;
    const responseCode = this.refusals.shift();
    if (responseCode === undefined) return undefined;
    return Object.assign(new Error('refused'), { responseCode });
  }
}
