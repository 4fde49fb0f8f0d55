import { UPLOAD_TTL_MS } from '@studiolo/contracts';

import type { StorageSettings } from './storage.settings.js';

/** Longer than any transfer started with a valid upload URL can last. */
const ORPHAN_AGE_MS = 2 * UPLOAD_TTL_MS;

/** Limits for accepting and sweeping files. */
export class StoragePolicy {
  constructor(
    /** Limit of bytes per owner, reserved ones included. */
    readonly quotaBytes: number,
    readonly maxFileBytes: number,
    /** Limit of files per owner, those being uploaded included. */
    readonly maxFiles: number,
    /** Share of the bucket's objects that one sweep may remove as orphans. */
    readonly orphanShareMax: number,
    /** Milliseconds from the reservation of an upload to its end. */
    readonly uploadTtlMs = UPLOAD_TTL_MS,
    /** Milliseconds an object must be unchanged before it can count as an orphan. */
    readonly orphanAgeMs = ORPHAN_AGE_MS,
  ) {}

  static from(settings: StorageSettings): StoragePolicy {
    return new StoragePolicy(
      settings.STORAGE_QUOTA_BYTES,
      settings.MAX_FILE_BYTES,
      settings.MAX_FILES_PER_USER,
      settings.ORPHAN_SHARE_MAX,
    );
  }
}
