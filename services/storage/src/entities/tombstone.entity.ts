import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The id of a deleted project or owner, or of an upload that ended with it; read and written under the owner's lock. */
@Entity('tombstones')
export class Tombstone {
  @PrimaryColumn({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
