import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A handled message, with the reply that a redelivery gets. */
@Entity('inbox')
export class InboxMessage {
  @PrimaryColumn({ type: 'text' })
  message_id!: string;

  /** Whose data the reply holds: the row is deleted with the account. Null: the reply holds nobody's. */
  @Column({ type: 'uuid', nullable: true })
  user_id!: string | null;

  /** Distinguishes requests under the same id; null if the sender did not choose the id. */
  @Column({ type: 'text', nullable: true })
  request_digest!: string | null;

  @Column({ type: 'jsonb', nullable: true })
  reply: unknown;

  /** After this time the message cannot arrive again. */
  @Column({ type: 'timestamptz' })
  expires_at!: Date;
}
