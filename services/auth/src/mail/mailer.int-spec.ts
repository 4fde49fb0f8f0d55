import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import { makeCertificates } from '@studiolo/testing/certificates';
import { duringTests } from '@studiolo/testing/during-tests';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';
import { withPrograms } from '@studiolo/testing/with-programs';
import { SMTPServer } from 'smtp-server';

import { Mailer } from './mailer.js';

const folder = temporaryFolder(duringTests);
const MAIL = { id: 'm-1', to: 'zoe@studio.test', date: new Date(), subject: 'Hello' };

withPrograms(describe, 'openssl')('a mail server with a certificate of a private authority', () => {
  test('is sent mails when SMTP_CA names the authority, and none otherwise', async () => {
    const { ca, server: certificate } = makeCertificates(folder());
    const server = new SMTPServer({ ...certificate, secure: true, authOptional: true });
    server.on('error', () => undefined);
    const listener = server.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const settings = {
      SMTP_URL: `smtps://localhost:${(listener.address() as AddressInfo).port}`,
      MAIL_FROM: 'Studiolo <hello@studiolo.test>',
      APP_URL: 'https://studiolo.test',
    };
    const send = (own: object) =>
      new Mailer({ ...settings, ...own }).send({ ...MAIL, html: '<p>Hello', text: 'Hello' });
    await expect(send({ SMTP_CA: ca })).resolves.toBeUndefined();
    await expect(send({})).rejects.toThrow('The mail server did not take the mail');
    await new Promise<void>((resolve) => server.close(resolve));
  });
});
