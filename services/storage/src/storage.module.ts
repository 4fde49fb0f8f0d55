import { type DynamicModule, Module } from '@nestjs/common';
import { ServiceModule } from '@studiolo/service-kit';

import { AbortUploadHandler } from './abort-upload/abort-upload.handler.js';
import { BeginUploadHandler } from './begin-upload/begin-upload.handler.js';
import { CommitUploadHandler } from './commit-upload/commit-upload.handler.js';
import { DeleteFileHandler } from './delete-file/delete-file.handler.js';
import { ObjectRemover } from './deletions/object-remover.js';
import { FileEntity } from './entities/file.entity.js';
import { InstallationEntity } from './entities/installation.entity.js';
import { ObjectDeletion } from './entities/object-deletion.entity.js';
import { Tombstone } from './entities/tombstone.entity.js';
import { UploadFile } from './entities/upload-file.entity.js';
import { GetLimitsHandler } from './get-limits/get-limits.handler.js';
import { GetUsageHandler } from './get-usage/get-usage.handler.js';
import { BucketSetup } from './installation/bucket-setup.js';
import { Installation } from './installation/installation.js';
import { ListFilesHandler } from './list-files/list-files.handler.js';
import { migrations } from './migrations/migrations.js';
import { ObjectStore } from './object-store/object-store.js';
import { OpenDownloadHandler } from './open-download/open-download.handler.js';
import { OwnerLock } from './quota/owner-lock.js';
import { RemoveFilesHandler } from './remove-files/remove-files.handler.js';
import type { StorageSettings } from './storage.settings.js';
import { StoragePolicy } from './storage-policy.js';
import { ExpiredUploadsSweeper } from './sweeps/expired-uploads.sweeper.js';
import { OrphanSweeper } from './sweeps/orphan-sweeper.js';

export const database = {
  entities: [FileEntity, InstallationEntity, ObjectDeletion, Tombstone, UploadFile],
  migrations,
};

/**
 * An upload that was open when its project was deleted ends within a minute, and later ones are refused by the projects
 * service, since no file is left. An event that arrives later writes a new tombstone.
 */
const obsolete = { tombstones: `created_at < now() - interval '1 day'` };

/** Handlers of messages and events. */
const handlers = [
  AbortUploadHandler,
  BeginUploadHandler,
  CommitUploadHandler,
  DeleteFileHandler,
  GetLimitsHandler,
  GetUsageHandler,
  ListFilesHandler,
  OpenDownloadHandler,
  RemoveFilesHandler,
];

const backgroundWork = [BucketSetup, ExpiredUploadsSweeper, ObjectRemover, OrphanSweeper];

@Module({})
export class StorageModule {
  static forRoot(settings: StorageSettings, policy = new StoragePolicy(settings)): DynamicModule {
    return {
      module: StorageModule,
      imports: [ServiceModule.forRoot({ name: 'storage', settings, database, obsolete })],
      controllers: handlers,
      providers: [
        { provide: ObjectStore, useFactory: () => new ObjectStore(settings) },
        { provide: StoragePolicy, useValue: policy },
        Installation,
        OwnerLock,
        ...backgroundWork,
      ],
    };
  }
}
