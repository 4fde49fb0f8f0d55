import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** Somebody with a Google account. */
interface GooglePerson {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
}

function decode(code: string): Partial<GooglePerson> {
  try {
    return JSON.parse(Buffer.from(code, 'base64url').toString()) as GooglePerson;
  } catch {
    return {};
  }
}

/** Stands for Google: a code is a person, written down; every other code was never given out. */
export class TestGoogle {
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
  }

  static async start(): Promise<TestGoogle> {
    const server = createServer((request, response) => void answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new TestGoogle(server);
  }

  /** Settings that send the auth service here. */
  get settings(): Record<string, string> {
    const address = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return {
      GOOGLE_CLIENT_ID: 'studiolo-test',
      GOOGLE_CLIENT_SECRET: 'studiolo-test-client',
      GOOGLE_AUTHORIZATION_URL: `${address}/authorize`,
      GOOGLE_TOKEN_URL: `${address}/token`,
      GOOGLE_USERINFO_URL: `${address}/userinfo`,
    };
  }

  /** The code that Google would give the browser of somebody new with this address. */
  codeFor(email: string): string {
    const person: GooglePerson = {
      ...{ sub: crypto.randomUUID(), email, email_verified: true, name: 'Gianna' },
    };
    return Buffer.from(JSON.stringify(person)).toString('base64url');
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, body: object) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  if (request.url === '/userinfo') {
    send(200, decode(request.headers.authorization?.replace('Bearer ', '') ?? ''));
    return;
  }
  const code = new URLSearchParams(await text(request)).get('code') ?? '';
  if (decode(code).sub === undefined) send(400, { error: 'invalid_grant' });
  else send(200, { access_token: code, token_type: 'Bearer', expires_in: 3600 });
}
