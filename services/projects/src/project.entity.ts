import { hash } from 'node:crypto';

import {
  type ProjectFields,
  projectFieldsSchema,
  type projectMessages,
  type ProjectRecord,
  projectRecordSchema,
  type ProjectStatus,
  type ReplyOf,
  searchable,
} from '@studiolo/contracts';
import { isoTime } from '@studiolo/service-kit/database';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { z } from 'zod';

/** The one description of the table: statements, answers and revisions derive from it and from the contract. */
@Entity('projects')
export class ProjectEntity {
  @PrimaryColumn({ name: 'user_id', type: 'uuid' })
  userId!: string;

  /** UUIDv7, so that ids sort by age and an owner's new rows lie together in the index. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ type: 'text' })
  title!: string;

  @Column({ type: 'text' })
  client!: string;

  @Column({ type: 'text', nullable: true })
  contact!: string | null;

  @Column({ type: 'text' })
  status!: ProjectStatus;

  @Column({ type: 'text', nullable: true })
  description!: string | null;

  /** Title and client as a search compares them. */
  @Column({ name: 'search_text', type: 'text' })
  searchText!: string;

  /** In whole milliseconds, like every time in an answer, so a cursor made from it loses nothing. */
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3, transformer: isoTime })
  createdAt!: string;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3, transformer: isoTime })
  updatedAt!: string;
}

const { created_at, updated_at, ...recordShape } = projectRecordSchema.shape;

/** A row of the table, as far as its owner sees it. Whatever reads one, reads it by this. */
export const projectRowSchema = z.object({
  ...recordShape,
  createdAt: created_at,
  updatedAt: updated_at,
});
export type ProjectRow = z.infer<typeof projectRowSchema>;

export function toRecord({ createdAt, updatedAt, ...fields }: ProjectRow): ProjectRecord {
  return { ...fields, created_at: createdAt, updated_at: updatedAt };
}

export const fieldKeys = Object.keys(projectFieldsSchema.shape) as (keyof ProjectFields)[];

/** A search never contains the line break between the two. */
export function searchTextOf({ title, client }: Pick<ProjectEntity, 'title' | 'client'>): string {
  return `${searchable(title)}\n${searchable(client)}`;
}

export function replyOf(row: ProjectRow): ReplyOf<typeof projectMessages.get> {
  return { project: toRecord(row), revision: revisionOf(row) };
}

/** A digest of the fields an owner can edit: it changes with them, and with nothing else. */
function revisionOf(row: ProjectRow): string {
  const fields = fieldKeys.map((key) => row[key]);
  return hash('sha256', JSON.stringify(fields), 'base64url');
}
