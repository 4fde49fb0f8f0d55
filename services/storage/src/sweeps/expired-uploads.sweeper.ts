import { Injectable } from '@nestjs/common';
import { PeriodicTask, runStatement } from '@studiolo/service-kit';
import { DataSource, type EntityManager } from 'typeorm';

import { ObjectRemover } from '../deletions/object-remover.js';
import { removeEmptyUsage } from '../quota/usage.js';
import { endUpload } from '../uploads/upload-files.js';

const INTERVAL_MS = 2000;
const BATCH_SIZE = 100;

const FIND_EXPIRED_UPLOADS = {
  name: 'find-expired-uploads',
  text: `SELECT DISTINCT owner_id AS "ownerId", upload_id AS "uploadId"
           FROM upload_files WHERE expires_at <= now() LIMIT $1`,
};

// The holder of the lock may be committing or ending this upload: the next run checks again.
const LOCK_USAGE_OR_SKIP = {
  name: 'lock-usage-or-skip',
  text: 'SELECT 1 FROM usage WHERE owner_id = $1 FOR UPDATE SKIP LOCKED',
};

interface ExpiredUpload {
  readonly ownerId: string;
  readonly uploadId: string;
}

/** Ends expired uploads: releases their reservations and queues their objects for removal. */
@Injectable()
export class ExpiredUploadsSweeper extends PeriodicTask {
  constructor(
    private readonly dataSource: DataSource,
    private readonly remover: ObjectRemover,
  ) {
    super(INTERVAL_MS);
  }

  async run(): Promise<void> {
    const expired = await runStatement<ExpiredUpload>(this.dataSource, FIND_EXPIRED_UPLOADS, [
      BATCH_SIZE,
    ]);
    for (const upload of expired) {
      await this.dataSource.transaction((transaction) => this.end(transaction, upload));
    }
    if (expired.length > 0) this.remover.wake();
  }

  private async end(transaction: EntityManager, upload: ExpiredUpload): Promise<void> {
    const locked = await runStatement(transaction, LOCK_USAGE_OR_SKIP, [upload.ownerId]);
    if (locked.length === 0) return;
    await endUpload(transaction, upload, 'expired');
    await removeEmptyUsage(transaction, upload.ownerId);
  }
}
