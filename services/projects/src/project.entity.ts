import type { ProjectStatus } from '@studiolo/contracts';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

@Entity('projects')
export class ProjectEntity {
  /** UUIDv7, so that ids sort by age and new rows lie together in the index. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'owner_id', type: 'uuid' })
  ownerId: string;

  @Column({ type: 'text' })
  title: string;

  @Column({ type: 'text' })
  client: string;

  @Column({ type: 'text', nullable: true })
  contact: string | null;

  @Column({ type: 'text' })
  status: ProjectStatus;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  /** In whole milliseconds, like every time in an answer, so a cursor made from it loses nothing. */
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
