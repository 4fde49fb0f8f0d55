import { UPLOAD_TTL_MS } from '@studiolo/contracts';

import type { StorageSettings } from './storage.settings.js';

/** Limits for accepting and sweeping files. */
export class StoragePolicy {
  /** Limit of bytes per owner, reserved ones included. */
  readonly quotaBytes: number;
  readonly maxFileBytes: number;
  /** Limit of files per owner, those being uploaded included. */
  readonly maxFiles: number;
  /** Share of the bucket's objects that one sweep may remove as orphans. */
  readonly orphanShareMax: number;
  /** Milliseconds an object must be unchanged before it can count as an orphan: no transfer lasts as long. */
  readonly orphanAgeMs: number = 2 * UPLOAD_TTL_MS;

  constructor(settings: StorageSettings) {
    this.quotaBytes = settings.STORAGE_QUOTA_BYTES;
    this.maxFileBytes = settings.MAX_FILE_BYTES;
    this.maxFiles = settings.MAX_FILES_PER_USER;
    this.orphanShareMax = settings.ORPHAN_SHARE_MAX;
  }
}
