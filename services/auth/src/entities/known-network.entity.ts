import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A network from which an account was signed in to. */
@Entity('known_networks')
export class KnownNetwork {
  /** Keyed digest of account and network: the network cannot be read from it. */
  @PrimaryColumn({ type: 'text' })
  id!: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  /** Time of the last sign-in. */
  @CreateDateColumn({ name: 'used_at', type: 'timestamptz' })
  usedAt!: Date;
}
