import { hash } from 'node:crypto';

import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { inSpan } from '@studiolo/service-kit';
import { SETTINGS } from '@studiolo/service-kit/database';
import { createTransport } from 'nodemailer';

import type { AuthSettings } from '../auth.settings.js';

const CONNECT_TIMEOUT_MS = 4000;
const SOCKET_TIMEOUT_MS = 8000;

export interface OutgoingMail {
  /** The same id gives the same Message-ID. */
  readonly id: string;
  readonly to: string;
  readonly date: Date;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

@Injectable()
export class Mailer implements OnModuleDestroy {
  private readonly transport: ReturnType<typeof createTransport>;
  private readonly domain: string;

  constructor(
    @Inject(SETTINGS)
    private readonly settings: Pick<AuthSettings, 'SMTP_URL' | 'SMTP_CA' | 'MAIL_FROM' | 'APP_URL'>,
  ) {
    this.domain = new URL(settings.APP_URL).hostname;
    this.transport = createTransport({
      url: settings.SMTP_URL,
      tls: { ca: settings.SMTP_CA },
      connectionTimeout: CONNECT_TIMEOUT_MS,
      greetingTimeout: CONNECT_TIMEOUT_MS,
      dnsTimeout: CONNECT_TIMEOUT_MS,
      socketTimeout: SOCKET_TIMEOUT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  /** @throws Error with the server's reply codes, without address or content */
  send({ id, to, ...content }: OutgoingMail): Promise<void> {
    return inSpan({ name: 'SMTP send', kind: 'CLIENT' }, async () => {
      try {
        await this.transport.sendMail({
          ...content,
          from: this.settings.MAIL_FROM,
          // An object is always one recipient, whatever characters it contains.
          to: { name: '', address: to },
          messageId: `<${id}@${this.domain}>`,
          baseBoundary: hash('sha256', id, 'hex').slice(0, 16),
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
      } catch (error) {
        // eslint-disable-next-line preserve-caught-error -- the original names the recipient, and this one is kept in Redis
        throw new Error(`The mail server did not take the mail (${smtpCodes(error)})`);
      }
    });
  }

  onModuleDestroy(): void {
    this.transport.close();
  }
}

function smtpCodes(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  return `${code ?? 'no code'}, ${responseCode ?? 'no answer'}`;
}
