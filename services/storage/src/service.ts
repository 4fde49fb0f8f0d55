import { defineService } from '@studiolo/service-kit/database';

import { ObjectRemover } from './deletions/object-remover.js';
import { FileEntity } from './entities/file.entity.js';
import { InstallationEntity } from './entities/installation.entity.js';
import { ObjectDeletion } from './entities/object-deletion.entity.js';
import { Tombstone } from './entities/tombstone.entity.js';
import { UploadFile } from './entities/upload-file.entity.js';
import { FileHandlers } from './files/file.handlers.js';
import { Installation } from './installation/installation.js';
import { migrations } from './migrations/migrations.js';
import { ObjectStore } from './object-store/object-store.js';
import { OwnerLock } from './quota/owner-lock.js';
import { RemoveFilesHandler } from './remove-files/remove-files.handler.js';
import { DamagedFilesHandler } from './scrub/damaged-files.handler.js';
import { Scrub } from './scrub/scrub.js';
import type { StorageSettings } from './storage.settings.js';
import { ExpiredUploadsSweeper } from './sweeps/expired-uploads.sweeper.js';
import { OrphanSweeper } from './sweeps/orphan-sweeper.js';
import { UploadHandlers } from './uploads/upload.handlers.js';

export const database = {
  entities: [FileEntity, InstallationEntity, ObjectDeletion, Tombstone, UploadFile],
  migrations,
};

/**
 * An upload that was open when its project was deleted ends within a minute, and later ones are refused by the projects
 * service, since no file is left. An event that arrives later writes a new tombstone.
 */
const obsolete = { tombstones: `created_at < now() - interval '1 day'` };

export const storageService = (settings: StorageSettings) =>
  defineService({
    name: 'storage',
    ...{ settings, database, obsolete },
    controllers: [DamagedFilesHandler, FileHandlers, RemoveFilesHandler, UploadHandlers],
    providers: [
      ExpiredUploadsSweeper,
      Installation,
      ObjectRemover,
      ObjectStore,
      OrphanSweeper,
      OwnerLock,
      Scrub,
    ],
  });
