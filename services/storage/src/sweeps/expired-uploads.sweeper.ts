import { Injectable } from '@nestjs/common';
import { PeriodicTask } from '@studiolo/service-kit';
import { olderThan } from '@studiolo/service-kit/database';
import { DataSource } from 'typeorm';

import { deleteWithObjects } from '../deletions/delete-with-objects.js';
import { UploadFile } from '../entities/upload-file.entity.js';

const INTERVAL_MS = 2000;
const BATCH_SIZE = 1000;

/** Ends expired uploads, which releases their reservations, and queues their objects for removal. */
@Injectable()
export class ExpiredUploadsSweeper extends PeriodicTask {
  constructor(private readonly dataSource: DataSource) {
    super(INTERVAL_MS);
  }

  /** Skips uploads that are being committed or ended: the next run checks again. */
  async run(): Promise<void> {
    await this.dataSource.transaction((transaction) =>
      deleteWithObjects(transaction, UploadFile, {
        where: { expiresAt: olderThan(0) },
        lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
        take: BATCH_SIZE,
      }),
    );
  }
}
