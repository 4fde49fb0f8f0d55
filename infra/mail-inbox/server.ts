// The inbox of `npm start` for mails that would otherwise go to people: takes them by SMTP, shows them on pages, and gives
// them to tests as JSON (`GET /email`, `GET /email?to=<address>`). Mails hold links that sign in, so only pages of this
// inbox may read it: it sends no CORS header, and answers only to a name of this machine, since a foreign page may give its
// own name our address.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import { SMTPServer } from 'smtp-server';

import { given } from '../stack/given.ts';
import { listen } from '../web/listen.ts';
import { type Mail, MailFolder } from './mail-folder.ts';
import { inboxPage, mailPage } from './pages.ts';

const { MAIL_FOLDER = '', SMTP_PORT, PORT } = process.env;
const host = given(process.env.HOST) ?? 'localhost';

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

const ownNames = new Set(['localhost', '127.0.0.1', '[::1]', host, `[${host}]`]);
const mails = await MailFolder.open(MAIL_FOLDER);

/** Whether the request was sent to a name of this machine. */
function isForUs({ headers }: IncomingMessage): boolean {
  const address = `http://${headers.host}`;
  return URL.canParse(address) && ownNames.has(new URL(address).hostname);
}

function route(url: string): [status: number, type: string, body: string] {
  const [path, query] = url.split('?');
  if (path === '/healthz') return [200, 'text/plain', 'ok'];
  if (path === '/email') return [200, 'application/json', JSON.stringify(asked(query))];
  if (path === '/') return [200, 'text/html', inboxPage(mails.all())];
  const mail = mails.all().find(({ id }) => path === `/mail/${encodeURIComponent(id)}`);
  if (mail) return [200, 'text/html', mailPage(mail)];
  return [404, 'text/plain', 'There is nothing here.'];
}

/** The mails to one address, or all of them. */
function asked(query = ''): readonly Mail[] {
  const address = new URLSearchParams(query).get('to');
  if (address === null) return mails.all();
  return mails.all().filter(({ to }) => to.some((receiver) => receiver.address === address));
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const [status, type, body] = isForUs(request)
    ? route(request.url ?? '/')
    : ([
        403,
        'text/plain',
        `This inbox answers only to localhost and to HOST, which is ${host}.`,
      ] as const);
  const headers = { ...HEADERS, 'Content-Type': `${type}; charset=utf-8` };
  response.writeHead(status, headers).end(body);
}

const smtp = new SMTPServer({
  ...{ authOptional: true, disabledCommands: ['STARTTLS'] },
  onData: (stream, _session, done) => {
    void buffer(stream)
      .then((source) => mails.add(source))
      .then(() => done(), done);
  },
});
smtp.listen(Number(SMTP_PORT), given(process.env.SMTP_HOST) ?? '127.0.0.1');
await once(smtp.server, 'listening');
// A client may be killed in the middle of a message.
smtp.on('error', () => undefined);

await listen(answer, Number(PORT), host);
console.log(`Mail inbox on http://${host}:${PORT}`);
