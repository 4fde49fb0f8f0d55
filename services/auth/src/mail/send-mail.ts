import { Inject, Injectable } from '@nestjs/common';
import { withRequestContext } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import { LinkMail } from '../links/link-mail.entity.js';
import { LinkTokens } from '../links/link-tokens.js';
import { Mailer } from './mailer.js';
import { mailLink, writeMail } from './write-mail.js';

/** Sends the mail of one row: always the same bytes under the same Message-ID, however often it is tried. */
@Injectable()
export class SendMail {
  constructor(
    private readonly dataSource: DataSource,
    private readonly tokens: LinkTokens,
    private readonly mailer: Mailer,
    @Inject(AUTH_SETTINGS) private readonly settings: Pick<AuthSettings, 'APP_URL'>,
  ) {}

  /** `dropped`: the mail is sent already, or its link is replaced, used or expired. */
  async run(mailId: string): Promise<'sent' | 'dropped'> {
    const mail = await this.findUnsent(mailId);
    if (!mail) return 'dropped';
    return withRequestContext({ requestId: mail.requestId ?? mail.id }, async () => {
      await this.send(mail);
      await this.dataSource.query('UPDATE link_mails SET sent_at = now() WHERE id = $1', [mail.id]);
      return 'sent' as const;
    });
  }

  private findUnsent(id: string): Promise<LinkMail | null> {
    return this.dataSource
      .createQueryBuilder(LinkMail, 'mail')
      .innerJoinAndSelect('mail.account', 'account')
      .where('mail.id = :id AND mail.sentAt IS NULL AND mail.expiresAt > now()', { id })
      .getOne();
  }

  private async send(mail: LinkMail): Promise<void> {
    const token = this.tokens.derive(mail);
    const link = mailLink(this.settings.APP_URL, mail, token);
    const content = writeMail(mail.purpose, { name: mail.account.name, link });
    await this.mailer.send({ id: mail.id, to: mail.email, date: mail.createdAt, ...content });
  }
}
