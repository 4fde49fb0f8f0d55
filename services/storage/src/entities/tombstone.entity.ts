import { CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** The id of a deleted project or owner, or of an upload that ended with it. */
@Entity('tombstones')
export class Tombstone {
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz' })
  createdAt!: Date;
}
