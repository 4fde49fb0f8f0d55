import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('accounts')
export class Account {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'text' })
  name: string;

  /** In lower case; unique regardless of case. */
  @Column({ type: 'text' })
  email: string;

  @Column({ name: 'email_verified', type: 'boolean' })
  emailVerified: boolean;

  /** PHC string; null when the account signs in only with Google. */
  @Column({ name: 'password_hash', type: 'text', nullable: true })
  passwordHash: string | null;

  /** Google's `sub`; set once a Google account is linked. */
  @Column({ name: 'google_id', type: 'text', nullable: true })
  googleId: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', insert: false })
  createdAt: Date;

  @Column({ name: 'last_login', type: 'timestamptz', nullable: true })
  lastLogin: Date | null;
}
