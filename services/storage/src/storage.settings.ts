import {
  DEFAULT_MAX_FILE_BYTES,
  DEFAULT_MAX_FILES_PER_USER,
  DEFAULT_STORAGE_QUOTA_BYTES,
} from '@studiolo/contracts';
import { serviceSettings } from '@studiolo/service-kit';
import { z } from 'zod';

import { objectStoreSettings } from './object-store/object-store.settings.js';

const count = z.coerce.number().int().positive();

export const storageSettings = serviceSettings.extend({
  ...objectStoreSettings.shape,
  STORAGE_QUOTA_BYTES: count.default(DEFAULT_STORAGE_QUOTA_BYTES),
  MAX_FILE_BYTES: count.default(DEFAULT_MAX_FILE_BYTES),
  MAX_FILES_PER_USER: count.default(DEFAULT_MAX_FILES_PER_USER),
  ORPHAN_SHARE_MAX: z.coerce.number().min(0).max(1).default(0.1),
});
export type StorageSettings = z.output<typeof storageSettings>;
