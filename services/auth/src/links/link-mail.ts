import type { MailJobName } from '@studiolo/contracts';

/** The purpose of a mail and of its link. */
export type LinkPurpose = MailJobName;

/**
 * A row of `link_mails`: a mail with a link, of an account or of an attempt. An account has at most one for each
 * purpose, and a new one replaces it; an attempt has any number. Using a link deletes its row. The token itself is not
 * stored: see LinkTokens.
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
