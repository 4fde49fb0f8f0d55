import { type StoredFile, storedFileSchema } from '@studiolo/contracts';
import { isoTime } from '@studiolo/service-kit';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

/** A file that its owner can see. Its bytes never change: a new upload of the same name is a new file. */
@Entity('files')
export class FileEntity implements StoredFile {
  /** UUIDv7; also the version that download caches compare. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

  @Column({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @Column({ name: 'project_id', type: 'uuid' })
  projectId!: string;

  /** Unique in its project, in NFC. */
  @Column({ type: 'text' })
  filename!: string;

  @Column({ name: 'object_key', type: 'uuid' })
  objectKey!: string;

  /** Of the bytes, in hexadecimal digits; null until the scrub reads a file that was stored without it. */
  @Column({ type: 'text', nullable: true })
  sha256!: string | null;

  /** The store's validator of the object that was committed: another object under the key is not this file. */
  @Column({ name: 'object_etag', type: 'text', nullable: true })
  objectEtag!: string | null;

  @Column({ type: 'bigint' })
  size!: number;

  @Column({ type: 'text' })
  content_type!: string;

  /** In whole milliseconds, like every time in an answer, so a cursor made from it loses nothing. */
  @CreateDateColumn({ type: 'timestamptz', precision: 3, transformer: isoTime })
  created_at!: string;
}

/** What an owner sees of a file. */
export const storedFileKeys = Object.keys(storedFileSchema.shape) as (keyof StoredFile)[];

export function toStoredFile(file: StoredFile): StoredFile {
  return Object.fromEntries(storedFileKeys.map((key) => [key, file[key]])) as StoredFile;
}
