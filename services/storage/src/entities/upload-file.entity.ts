import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A file whose bytes may still be arriving: its size is reserved until its upload is committed or ends. */
@Entity('upload_files')
export class UploadFile {
  @PrimaryColumn({ name: 'user_id', type: 'uuid' })
  userId!: string;

  @PrimaryColumn({ name: 'object_key', type: 'uuid' })
  objectKey!: string;

  @Column({ name: 'upload_id', type: 'uuid' })
  uploadId!: string;

  @Column({ name: 'project_id', type: 'uuid' })
  projectId!: string;

  /** Position in the request. */
  @Column({ type: 'integer' })
  position!: number;

  /** The requested name, which gets a number if it is taken at the commit. */
  @Column({ type: 'text' })
  filename!: string;

  @Column({ type: 'bigint' })
  size!: number;

  /** Null for an upload that a replica of an earlier version began. */
  @Column({ type: 'text', nullable: true })
  sha256!: string | null;

  @Column({ name: 'content_type', type: 'text' })
  contentType!: string;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt!: Date;
}
