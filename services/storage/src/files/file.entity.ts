import type { StoredFile } from '@studiolo/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file that its owner can see. Its bytes never change: a new upload of the same name is a new file. */
@Entity('files')
export class FileEntity {
  /** Also the version that download caches compare. */
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ name: 'owner_id', type: 'uuid' })
  ownerId: string;

  @Column({ name: 'project_id', type: 'uuid' })
  projectId: string;

  /** Unique in its project, in NFC. */
  @Column({ type: 'text' })
  filename: string;

  @Column({ name: 'object_key', type: 'uuid' })
  objectKey: string;

  @Column({ type: 'bigint' })
  size: number;

  @Column({ name: 'content_type', type: 'text' })
  contentType: string;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}

export function toStoredFile(
  file: Pick<FileEntity, 'filename' | 'size' | 'contentType' | 'createdAt'>,
): StoredFile {
  return {
    filename: file.filename,
    size: file.size,
    content_type: file.contentType,
    created_at: file.createdAt.toISOString(),
  };
}
