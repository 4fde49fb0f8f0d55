import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** An active session; ending it deletes its row. */
@Entity('sessions')
export class Session {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  /** Browser and system in words; null when unknown. */
  @Column({ type: 'text', nullable: true })
  device!: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  /** Accurate to ten minutes. */
  @CreateDateColumn({ name: 'last_seen_at', type: 'timestamptz' })
  lastSeenAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}
