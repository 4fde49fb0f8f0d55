import { execFile } from 'node:child_process';
import { type IncomingMessage, request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { allMails, mailsTo } from '@studiolo/testing/mailbox';
import { createTransport } from 'nodemailer';

import { availablePorts } from '../stack/ports.ts';
import { answersOk } from '../stack/readiness.ts';
import { Sandbox } from '../test/sandbox.ts';

const sandbox = duringTests(() => new Sandbox());
const MAIL = {
  from: 'Studiolo <hello@studiolo.test>',
  to: 'Zoë <zoe@studio.test>',
  subject: 'Your link – <b>now</b>',
  text: 'Open https://app.test/verify-email?token=1234',
  html: '<p>Open <a href="https://app.test/verify-email?token=1234">it</a></p><script>alert(1)</script>',
};
const SERVER = join(import.meta.dirname, 'server.ts');
let inbox: string;

/** Starts an inbox on the folder; gives its address. */
async function start(): Promise<string> {
  const [port, smtp] = await availablePorts(2);
  const env = { MAIL_FOLDER: sandbox().folder, PORT: String(port), SMTP_PORT: String(smtp) };
  const command = { file: process.execPath, args: [SERVER], env };
  await sandbox().run(`inbox-${port}`, command, () =>
    answersOk(`http://127.0.0.1:${port}/healthz`),
  );
  await createTransport({ host: '127.0.0.1', port: smtp ?? 0 }).sendMail(MAIL);
  return `http://127.0.0.1:${port}`;
}

/** The answer to a page that reached the inbox by this name. */
async function askAs(host: string, path = '/email') {
  const asked = request(`${inbox}${path}`, { headers: { host, origin: `http://${host}` } }).end();
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    asked.on('response', resolve).on('error', reject);
  });
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

beforeAll(async () => {
  inbox = await start();
});

describe('the mail inbox of npm start', () => {
  test('gives a mail with its receivers, its headers and both of its texts', async () => {
    const [mail] = await allMails(inbox);
    expect(mail?.subject).toBe(MAIL.subject);
    expect(mail?.to).toEqual([{ address: 'zoe@studio.test', name: 'Zoë' }]);
    expect(mail?.text).toContain(MAIL.text);
    expect(mail?.html).toContain('<p>Open');
    expect(mail?.headers['message-id']).toMatch(/^<.*>$/);
  });

  test('ends when its port for mails is taken, instead of leaving them to somebody else', async () => {
    const [port] = await availablePorts(1);
    const env = {
      MAIL_FOLDER: sandbox().folder,
      PORT: String(port),
      SMTP_PORT: new URL(inbox).port,
    };
    const running = promisify(execFile)(process.execPath, [SERVER], { env, timeout: 10_000 });
    await expect(running).rejects.toThrow('EADDRINUSE');
  });

  test('gives the mails to one address', async () => {
    expect(await mailsTo('zoe@studio.test', inbox)).toEqual(await allMails(inbox));
    expect(await mailsTo('zoe+private@studio.test', inbox)).toEqual([]);
  });

  test('shows a mail on a page that runs nothing of it', async () => {
    const list = await (await fetch(inbox)).text();
    const [, path = ''] = /href="(\/mail\/[^"]+)"/.exec(list) ?? [];
    const page = await fetch(inbox + path);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const shown = await page.text();
    expect(shown).toContain('Your link – &lt;b&gt;now&lt;/b&gt;');
    expect(shown).toContain('https://app.test/verify-email?token=1234');
    expect(shown).not.toContain('<script>');
  });

  test.each(['localhost:1080', '127.0.0.1', '[::1]:1080'])('answers to %s', async (host) => {
    expect((await askAs(host)).status).toBe(200);
  });

  test.each(['attacker.example', 'localhost.attacker.example:1080', '192.0.2.1'])(
    'tells a page nothing that has pointed its own name %s here',
    async (host) => {
      const { status, body } = await askAs(host);
      expect(status).toBe(403);
      expect(body).not.toContain('token');
    },
  );

  test('lets no page of another origin read it', async () => {
    const { headers } = await askAs('localhost');
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test('has its mails again after a start', async () => {
    const again = await start();
    await eventually(async () => expect(await allMails(again)).toHaveLength(2));
    expect((await allMails(again))[0]?.subject).toBe(MAIL.subject);
  });
});
