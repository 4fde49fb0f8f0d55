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
import { isoTime } from '@studiolo/service-kit';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

/** The one description of the table: statements, answers and revisions derive from it and from the contract. */
@Entity('projects')
export class ProjectEntity implements ProjectRecord {
  /** UUIDv7, so that ids sort by age and new rows lie together in the index. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

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
  @CreateDateColumn({ type: 'timestamptz', precision: 3, transformer: isoTime })
  created_at!: string;

  @UpdateDateColumn({ type: 'timestamptz', precision: 3, transformer: isoTime })
  updated_at!: string;
}

export const fieldKeys = Object.keys(projectFieldsSchema.shape) as (keyof ProjectFields)[];
export const recordKeys = Object.keys(projectRecordSchema.shape) as (keyof ProjectRecord)[];

/** A search never contains the line break between the two. */
export function searchTextOf({ title, client }: Pick<ProjectEntity, 'title' | 'client'>): string {
  return `${searchable(title)}\n${searchable(client)}`;
}

export function replyOf(project: ProjectRecord): ReplyOf<typeof projectMessages.get> {
  const record = Object.fromEntries(recordKeys.map((key) => [key, project[key]]));
  return { project: record as ProjectRecord, revision: revisionOf(project) };
}

/** A digest of the fields an owner can edit: it changes with them, and with nothing else. */
function revisionOf(project: ProjectRecord): string {
  const fields = fieldKeys.map((key) => project[key]);
  return hash('sha256', JSON.stringify(fields), 'base64url');
}
