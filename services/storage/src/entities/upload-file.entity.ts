import { storedFileSchema } from '@studiolo/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import { z } from 'zod';

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

const { filename, size, sha256, content_type } = storedFileSchema.shape;

/** A row of the table, as the commit of its upload reads it. */
export const uploadFileRowSchema = z.object({
  ...{ filename, size, sha256, contentType: content_type },
  userId: z.uuid(),
  projectId: z.uuid(),
  objectKey: z.uuid(),
  position: z.int(),
});

export type UploadFileRow = z.infer<typeof uploadFileRowSchema>;
