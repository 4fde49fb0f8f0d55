import { type StoredFile, storedFileSchema } from '@studiolo/contracts';
import { isoTime } from '@studiolo/service-kit/database';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { z } from 'zod';

/** A file that its owner can see. Its bytes never change: a new upload of the same name is a new file. */
@Entity('files')
export class FileEntity {
  @PrimaryColumn({ name: 'user_id', type: 'uuid' })
  userId!: string;

  /** UUIDv7. */
  @PrimaryColumn({ type: 'uuid' })
  id!: string;

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

  /** What the last check of the object has found; null for a sound one. */
  @Column({ type: 'text', nullable: true })
  damage!: StoredFile['damage'];

  /** When the object was last read and compared; null before the first time. */
  @Column({ name: 'checked_at', type: 'timestamptz', nullable: true })
  checkedAt!: Date | null;

  /** When it is to be read next: the end of the lease of a replica that may be doing so. */
  @Column({ name: 'check_due_at', type: 'timestamptz', default: () => 'now()' })
  checkDueAt!: Date;

  /** The store's validator of the object that was committed: another object under the key is not this file. */
  @Column({ name: 'object_etag', type: 'text', nullable: true })
  objectEtag!: string | null;

  @Column({ type: 'bigint' })
  size!: number;

  @Column({ name: 'content_type', type: 'text' })
  contentType!: string;

  /** In whole milliseconds, like every time in an answer, so a cursor made from it loses nothing. */
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3, transformer: isoTime })
  createdAt!: string;
}

const { content_type, created_at, ...fileShape } = storedFileSchema.shape;

/** A row of the table, as far as its owner sees it. Whatever reads one for its owner, reads it by this. */
export const fileRowSchema = z.object({
  ...fileShape,
  contentType: content_type,
  createdAt: created_at,
});

type FileRow = z.infer<typeof fileRowSchema>;

export function toStoredFile(row: FileRow): StoredFile {
  const { filename, size, sha256, damage, contentType, createdAt } = row;
  return { filename, size, sha256, damage, content_type: contentType, created_at: createdAt };
}
