import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A profile as Google returns it. */
export interface GooglePerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean | string;
  /** The domain of a Google Workspace, whose mailboxes are Google's. */
  readonly hd?: string;
  readonly name?: string;
}

interface Code {
  readonly person?: GooglePerson;
  readonly failure?: string;
}

const USED = { status: 400, body: { error: 'invalid_grant', error_description: 'Bad Request' } };
const FAILURES: Record<string, { status: number; body: object | '' }> = {
  used: USED,
  misconfigured: { status: 401, body: { error: 'invalid_client' } },
  down: { status: 503, body: '' },
};

const encode = (code: Code): string =>
  Buffer.from(JSON.stringify({ ...code, nonce: randomUUID() })).toString('base64url');

function decode(code = ''): Code {
  try {
    return JSON.parse(Buffer.from(code, 'base64url').toString()) as Code;
  } catch {
    return {};
  }
}

/** A fake Google: a code encodes a person or a failure; any other code is unknown. */
export class GoogleServer {
  /** Parameters of each code exchange, in order. */
  readonly exchanges: Record<string, string>[] = [];
  /** Accepts requests and never answers. */
  isSilent = false;
  private readonly server = createServer(
    (request, response) => void this.answer(request, response),
  );

  static async start(): Promise<GoogleServer> {
    const google = new GoogleServer();
    await once(google.server.listen(0, '127.0.0.1'), 'listening');
    return google;
  }

  /** Settings that point the auth service at this server. */
  get settings(): Record<string, string> {
    const url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return {
      GOOGLE_CLIENT_ID: 'studiolo-client',
      GOOGLE_CLIENT_SECRET: 'studiolo-client-key',
      GOOGLE_AUTHORIZATION_URL: `${url}/authorize`,
      GOOGLE_TOKEN_URL: `${url}/token`,
      GOOGLE_USERINFO_URL: `${url}/userinfo`,
    };
  }

  /** The code Google returns for this person; fields besides the address default to a new account's. */
  codeFor(person: Pick<GooglePerson, 'email'> & Partial<GooglePerson>): string {
    return encode({
      person: { sub: randomUUID(), email_verified: true, name: 'Gianna', ...person },
    });
  }

  /** A code whose exchange fails; `nobody` is exchanged, but has no profile. */
  codeThatFails(failure: string): string {
    return encode({ failure });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isSilent) return;
    const send = (status: number, body: object | '') =>
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(body && JSON.stringify(body));
    const url = new URL(request.url ?? '', 'http://localhost');
    if (url.pathname === '/authorize') {
      // Consents at once, each time as another person.
      const back = new URL(url.searchParams.get('redirect_uri') ?? '');
      const email = `${randomUUID()}@gmail.example`;
      back.searchParams.set('code', this.codeFor({ email, name: 'Gianna Obscura' }));
      back.searchParams.set('state', url.searchParams.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
      return;
    }
    if (url.pathname === '/userinfo') {
      const { person } = decode(request.headers.authorization?.replace('Bearer ', ''));
      send(person ? 200 : 500, person ?? '');
      return;
    }
    const fields = Object.fromEntries(new URLSearchParams(await text(request)));
    this.exchanges.push(fields);
    const { person, failure } = decode(fields.code);
    const { status, body } = FAILURES[failure ?? ''] ?? USED;
    if (!person && failure !== 'nobody') send(status, body);
    else send(200, { access_token: fields.code, token_type: 'Bearer', expires_in: 3600 });
  }
}
