import { Inject, Injectable } from '@nestjs/common';
import { inFuture, now, withRequestContext } from '@studiolo/service-kit';
import { DataSource, IsNull } from 'typeorm';

import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import { LinkMail } from '../entities/link-mail.entity.js';
import { LinkMails } from '../links/link-mails.js';
import { Mailer } from './mailer.js';
import { mailLink, writeMail } from './write-mail.js';

/** Sends the mail of one row: every retry sends the same bytes with the same Message-ID. */
@Injectable()
export class SendMail {
  constructor(
    private readonly dataSource: DataSource,
    private readonly linkMails: LinkMails,
    private readonly mailer: Mailer,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'APP_URL'>,
  ) {}

  /** `dropped`: the mail is sent already, or its link is replaced, used or expired. */
  async run(mailId: string): Promise<'sent' | 'dropped'> {
    const mails = this.dataSource.getRepository(LinkMail);
    const mail = await mails.findOne({
      where: { id: mailId, sentAt: IsNull(), expiresAt: inFuture() },
      relations: { account: true, attempt: true },
    });
    if (!mail) return 'dropped';
    return withRequestContext({ requestId: mail.requestId ?? mail.id }, async () => {
      await this.send(mail);
      await mails.update(mail.id, { sentAt: now });
      return 'sent' as const;
    });
  }

  private async send(mail: LinkMail): Promise<void> {
    const owner = mail.attempt ?? mail.account;
    if (!owner) throw new Error('A mail belongs to nobody');
    const { name, createdAt: askedAt } = owner;
    const link = mailLink(this.settings.APP_URL, mail, this.linkMails.tokenOf(mail));
    const content = writeMail(mail.purpose, { name, askedAt, link });
    await this.mailer.send({ id: mail.id, to: mail.email, date: mail.createdAt, ...content });
  }
}
