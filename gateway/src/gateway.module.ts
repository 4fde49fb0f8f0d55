import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { KitModule } from '@studiolo/service-kit';

import { AccountsController } from './accounts/accounts.controller.js';
import { GoogleController } from './accounts/google.controller.js';
import { LoginAttempts } from './accounts/login-attempts.js';
import { ProfileController } from './accounts/profile.controller.js';
import { SessionsController } from './accounts/sessions.controller.js';
import { DocsController } from './docs/docs.controller.js';
import { DownloadController } from './download/download.controller.js';
import { ErrorFilter } from './errors/error.filter.js';
import { GatewayHealth } from './health/gateway-health.js';
import { HealthController } from './health/health.controller.js';
import { WarmUp } from './health/warm-up.js';
import { ConnectionDrain } from './http/connection-drain.js';
import { ProjectFiles } from './projects/project-files.js';
import { ProjectsController } from './projects/projects.controller.js';
import { RateLimiter } from './rate-limits/rate-limiter.js';
import { SessionGuard } from './session/session.guard.js';
import { SessionReader } from './session/session-reader.js';
import { TokenVerifier } from './session/token-verifier.js';
import { GATEWAY_SETTINGS, type GatewaySettings } from './settings.js';
import { ObjectTransfer } from './storage/object-transfer.js';
import { StorageController } from './storage/storage.controller.js';
import { UploadMemory } from './upload/upload-memory.js';
import { UploadSpool } from './upload/upload-spool.js';
import { UploadTurns } from './upload/upload-turns.js';
import { UploadController } from './upload/upload.controller.js';
import { Uploads } from './upload/uploads.js';

@Module({})
export class GatewayModule {
  static forRoot(settings: GatewaySettings): DynamicModule {
    return {
      module: GatewayModule,
      imports: [KitModule.forRoot('gateway', settings)],
      controllers: [
        AccountsController,
        ProfileController,
        SessionsController,
        GoogleController,
        ProjectsController,
        StorageController,
        UploadController,
        DownloadController,
        HealthController,
        DocsController,
      ],
      providers: [
        { provide: GATEWAY_SETTINGS, useValue: settings },
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_FILTER, useClass: ErrorFilter },
        TokenVerifier,
        SessionReader,
        RateLimiter,
        LoginAttempts,
        GatewayHealth,
        WarmUp,
        ConnectionDrain,
        ProjectFiles,
        ObjectTransfer,
        UploadMemory,
        UploadSpool,
        UploadTurns,
        Uploads,
      ],
    };
  }
}
