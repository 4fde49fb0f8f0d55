import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

@Entity('accounts')
export class Account {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  name!: string;

  /** In the one form that `emailSchema` gives every address; unique. */
  @Column({ type: 'text' })
  email!: string;

  @Column({ name: 'email_verified', type: 'boolean' })
  emailVerified!: boolean;

  /** PHC string; null when nobody has set a password, as after a sign-up with Google. */
  @Column({ name: 'password_hash', type: 'text', nullable: true })
  passwordHash!: string | null;

  /** Google's `sub`; set once a Google account is linked. */
  @Column({ name: 'google_id', type: 'text', nullable: true })
  googleId!: string | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;

  @Column({ name: 'last_login', type: 'timestamptz', nullable: true })
  lastLogin!: Date | null;
}
