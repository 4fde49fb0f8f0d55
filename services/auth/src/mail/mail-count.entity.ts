import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A mail, or a change of address, that counts towards a limit for an hour. */
@Entity('mail_counts')
export class MailCount {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  /** A digest of what is limited, so that no address stays here after its account is deleted. */
  @Column({ type: 'text' })
  key!: string;

  @CreateDateColumn({ name: 'counted_at', type: 'timestamptz' })
  countedAt!: Date;
}
