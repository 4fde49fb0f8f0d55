import type { MailJobName } from '@studiolo/contracts';

/** What a mail is about, and what its link is good for. */
export type LinkPurpose = MailJobName;

/**
 * A row of `link_mails`: a mail with a link in it, of an account or of an attempt. An account has at most one for each
 * purpose, and a new one takes the place of the old one; an attempt has any number. Whatever uses a link deletes it.
 * The token itself is nowhere: see LinkTokens.
 */
export interface LinkMail {
  /** Also the id of the job that sends it and the local part of its Message-ID. */
  readonly id: string;
  readonly purpose: LinkPurpose;
  /** The address it goes to, and the one its link proves. */
  readonly email: string;
  readonly seed: Buffer;
  readonly createdAt: Date;
  readonly requestId: string | null;
}
