import { Inject, Injectable } from '@nestjs/common';
import { runStatement, withRequestContext } from '@studiolo/service-kit';
import { DataSource } from 'typeorm';

import { AUTH_SETTINGS, type AuthSettings } from '../auth.settings.js';
import type { LinkMail } from '../links/link-mail.js';
import { LinkTokens } from '../links/link-tokens.js';
import { Mailer } from './mailer.js';
import { mailLink, writeMail } from './write-mail.js';

type UnsentMail = LinkMail & { readonly name: string; readonly askedAt: Date };

/** A sign-up of the previous version has the creation time of its account. */
const FIND_UNSENT = {
  name: 'find-unsent-mail',
  text: `SELECT mail.id, purpose, mail.email, seed, mail.created_at AS "createdAt",
                request_id AS "requestId", coalesce(attempts.name, accounts.name) AS name,
                coalesce(attempts.created_at, accounts.created_at) AS "askedAt"
           FROM link_mails AS mail
           LEFT JOIN attempts ON attempts.id = attempt_id
           LEFT JOIN accounts ON accounts.id = coalesce(mail.account_id, attempts.account_id)
          WHERE mail.id = $1 AND sent_at IS NULL AND mail.expires_at > now()`,
};
const NOTE_SENT = {
  name: 'note-sent-mail',
  text: 'UPDATE link_mails SET sent_at = now() WHERE id = $1',
};

/** Sends the mail of one row: every retry sends the same bytes with the same Message-ID. */
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
    const [mail] = await runStatement<UnsentMail>(this.dataSource, FIND_UNSENT, [mailId]);
    if (!mail) return 'dropped';
    return withRequestContext({ requestId: mail.requestId ?? mail.id }, async () => {
      await this.send(mail);
      await runStatement(this.dataSource, NOTE_SENT, [mail.id]);
      return 'sent' as const;
    });
  }

  private async send({ name, askedAt, ...mail }: UnsentMail): Promise<void> {
    const link = mailLink(this.settings.APP_URL, mail, this.tokens.derive(mail));
    const content = writeMail(mail.purpose, { name, askedAt, link });
    await this.mailer.send({ id: mail.id, to: mail.email, date: mail.createdAt, ...content });
  }
}
