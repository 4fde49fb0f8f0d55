import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A handled message, with the reply that a redelivery gets. */
@Entity('inbox')
export class InboxMessage {
  @PrimaryColumn({ name: 'message_id', type: 'text' })
  messageId!: string;

  /** Whose data the reply holds: the row is deleted with the account. Null: the reply holds nobody's. */
  @Column({ name: 'user_id', type: 'uuid', nullable: true })
  userId!: string | null;

  /** Distinguishes requests under the same id; null if the sender did not choose the id. */
  @Column({ name: 'request_digest', type: 'text', nullable: true })
  requestDigest!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  reply: unknown;

  /** After this time the message cannot arrive again. */
  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}
