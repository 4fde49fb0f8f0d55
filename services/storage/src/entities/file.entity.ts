import { type StoredFile, storedFileSchema } from '@studiolo/contracts';
import { isoTime } from '@studiolo/service-kit';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import { z } from 'zod';

/** A file that its owner can see. Its bytes never change: a new upload of the same name is a new file. */
@Entity('files')
export class FileEntity {
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
  const { filename, size, sha256, contentType, createdAt } = row;
  return { filename, size, sha256, content_type: contentType, created_at: createdAt };
}
