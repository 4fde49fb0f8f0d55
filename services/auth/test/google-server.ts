import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';

/** What Google tells of somebody. */
export interface GooglePerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean | string;
  readonly name?: string;
}

type ProcessMessage = { readonly port: number } | { readonly exchanged: Record<string, string> };

/** A Google of a test. */
export class GoogleServer {
  /** What came with each exchange of a code, in their order. */
  readonly exchanges: Record<string, string>[] = [];

  private constructor(
    private readonly process: ChildProcess,
    private readonly port: number,
  ) {
    process.on('message', (message: ProcessMessage) => {
      if ('exchanged' in message) this.exchanges.push(message.exchanged);
    });
  }

  static async start(): Promise<GoogleServer> {
    const child = fork(join(import.meta.dirname, 'google-process.ts'), { execArgv: [] });
    const [message] = (await once(child, 'message')) as [{ port: number }];
    return new GoogleServer(child, message.port);
  }

  /** Settings that send the auth service here. */
  get settings(): Record<string, string> {
    return googleSettings(this.port);
  }

  /** The code Google gives the browser of this person. */
  codeFor(person: GooglePerson): string {
    return encode({ person });
  }

  /** A code whose exchange fails. */
  codeThatFails(failure: string): string {
    return encode({ failure });
  }

  async stop(): Promise<void> {
    this.process.disconnect();
    await once(this.process, 'exit');
  }
}

/** Takes connections and never says a word. */
export class SilentServer {
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<SilentServer> {
    const server = createServer();
    const silent = new SilentServer(server);
    server.on('connection', (socket) => silent.sockets.add(socket));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return silent;
  }

  get settings(): Record<string, string> {
    return googleSettings((this.server.address() as AddressInfo).port);
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

function encode(code: object): string {
  return Buffer.from(JSON.stringify({ ...code, nonce: randomUUID() })).toString('base64url');
}

function googleSettings(port: number): Record<string, string> {
  const url = `http://127.0.0.1:${port}`;
  return {
    GOOGLE_CLIENT_ID: 'studiolo-client',
    GOOGLE_CLIENT_SECRET: 'studiolo-client-key',
    GOOGLE_AUTHORIZATION_URL: `${url}/authorize`,
    GOOGLE_TOKEN_URL: `${url}/token`,
    GOOGLE_USERINFO_URL: `${url}/userinfo`,
  };
}
