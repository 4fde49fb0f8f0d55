import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A handled message, with the reply that a redelivery gets. */
@Entity('inbox')
export class InboxMessage {
  @PrimaryColumn({ name: 'message_id', type: 'text' })
  messageId: string;

  @Column({ type: 'jsonb', nullable: true })
  reply: unknown;

  /** Distinguishes requests under the same id; null if the sender did not choose the id. */
  @Column({ name: 'request_digest', type: 'text', nullable: true })
  requestDigest: string | null;

  @CreateDateColumn({ name: 'received_at', type: 'timestamptz' })
  receivedAt: Date;
}
