import type { MailJobName } from '@studiolo/contracts';

/** The purpose of a mail and of its link. */
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
  /** The recipient's address, which the link proves. */
  readonly email: string;
  readonly seed: Buffer;
  readonly createdAt: Date;
  readonly requestId: string | null;
}
