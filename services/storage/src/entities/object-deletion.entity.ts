import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An object that nothing refers to any more. Its row is deleted once the object store has removed it. */
@Entity('object_deletions')
export class ObjectDeletion {
  @PrimaryColumn({ name: 'object_key', type: 'uuid' })
  objectKey!: string;

  /** Earliest time to remove it: the end of the lease of a replica that may be doing so. */
  @Column({ name: 'due_at', type: 'timestamptz' })
  dueAt!: Date;
}
