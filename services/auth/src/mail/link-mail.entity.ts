import { Column, CreateDateColumn, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';

import { Account } from '../entities/account.entity.js';
import { Attempt } from '../entities/attempt.entity.js';
import type { MailPurpose } from './mails.js';

/**
 * A mail of an account or of an attempt, with a link that works until it is used, its owner's links are revoked, or it
 * expires. The token itself is not stored: see LinkMails.
 */
@Entity('link_mails')
export class LinkMail {
  /** Also the id of the job that sends it and the local part of its Message-ID. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'user_id', type: 'uuid', nullable: true })
  userId!: string | null;

  @ManyToOne(() => Account)
  @JoinColumn({ name: 'user_id' })
  account!: Account | null;

  @Column({ name: 'attempt_id', type: 'uuid', nullable: true })
  attemptId!: string | null;

  @ManyToOne(() => Attempt)
  @JoinColumn({ name: 'attempt_id' })
  attempt!: Attempt | null;

  @Column({ type: 'text' })
  purpose!: MailPurpose;

  /** The recipient's address, which the link proves. */
  @Column({ type: 'text' })
  email!: string;

  /** The Google account that a link joins to the account. */
  @Column({ name: 'google_id', type: 'text', nullable: true })
  googleId!: string | null;

  @Column({ type: 'bytea' })
  seed!: Buffer;

  @Column({ name: 'token_hash', type: 'bytea' })
  tokenHash!: Buffer;

  @Column({ name: 'request_id', type: 'text', nullable: true })
  requestId!: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;

  @Column({ name: 'sent_at', type: 'timestamptz', nullable: true })
  sentAt!: Date | null;
}
