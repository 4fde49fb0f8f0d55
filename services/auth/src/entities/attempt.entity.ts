import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/**
 * A sign-up, or the change of an account's address, that waits until one of its mailed links is opened. It does not
 * reserve the address: any number may wait for the same one. A sign-up that has expired is remembered for as long as the
 * link of any other sign-up with its address can be opened: its password may be the owner's.
 */
@Entity('attempts')
export class Attempt {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  email!: string;

  /** The account whose next address this is; null for a sign-up. */
  @Column({ name: 'user_id', type: 'uuid', nullable: true })
  userId!: string | null;

  /** Of the person who signs up, or of the account. */
  @Column({ type: 'text' })
  name!: string;

  /** Null for a change. All sign-ups with one address share a salt: see PasswordHasher.findMatch. */
  @Column({ name: 'password_hash', type: 'text', nullable: true })
  passwordHash!: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}
