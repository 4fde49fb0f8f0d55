import type { MailJobName } from '@studiolo/contracts';
import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

import { Account } from '../accounts/account.entity.js';

/** What the link of a mail is good for. */
export type LinkPurpose = MailJobName;

/**
 * A mail with a link in it. At most one for each account and purpose: a new one takes the place of the
 * old one, and using the link deletes it. The token itself is nowhere: see LinkTokens.
 */
@Entity('link_mails')
export class LinkMail {
  /** Also the id of the job that sends it and the local part of its Message-ID. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'account_id', type: 'uuid' })
  accountId: string;

  @ManyToOne(() => Account)
  @JoinColumn({ name: 'account_id' })
  account: Account;

  @Column({ type: 'text' })
  purpose: LinkPurpose;

  /** The address it goes to, and the one its link proves. */
  @Column({ type: 'text' })
  email: string;

  @Column({ type: 'bytea' })
  seed: Buffer;

  @Column({ name: 'token_hash', type: 'bytea' })
  tokenHash: Buffer;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;

  @Column({ name: 'sent_at', type: 'timestamptz', nullable: true })
  sentAt: Date | null;

  @Column({ name: 'request_id', type: 'text', nullable: true })
  requestId: string | null;
}
