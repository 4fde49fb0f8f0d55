import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { KitModule } from '@studiolo/service-kit';

import { AccountsController } from './accounts/accounts.controller.js';
import { PasswordLimit } from './accounts/password-limit.js';
import { ProfileController } from './accounts/profile.controller.js';
import { AdmissionInterceptor } from './admission/admission.interceptor.js';
import { RequestQueues } from './admission/request-queues.js';
import { UserQueues } from './admission/user-queues.js';
import { DocsController } from './docs/docs.controller.js';
import { DownloadController } from './download/download.controller.js';
import { ErrorFilter } from './errors/error.filter.js';
import { FilesController } from './files/files.controller.js';
import { GatewayHealth } from './health/gateway-health.js';
import { HealthController } from './health/health.controller.js';
import { ConnectionDrain } from './http/connection-drain.js';
import { LiveController } from './live/live.controller.js';
import { LiveStreams } from './live/live-streams.js';
import { SessionWatch } from './live/session-watch.js';
import { StreamLimit } from './live/stream-limit.js';
import { ObjectTransfer } from './object-store/object-transfer.js';
import { ProjectFiles } from './projects/project-files.js';
import { ProjectPages } from './projects/project-pages.js';
import { ProjectsController } from './projects/projects.controller.js';
import { RateLimiter } from './rate-limits/rate-limiter.js';
import { UserTransfers } from './rate-limits/user-transfers.js';
import { SessionGuard } from './session/session.guard.js';
import { SessionReader } from './session/session-reader.js';
import { TokenVerifier } from './session/token-verifier.js';
import { GATEWAY_SETTINGS, type GatewaySettings } from './settings.js';
import { FormStore } from './upload/form-store.js';
import { UploadController } from './upload/upload.controller.js';
import { Uploads } from './upload/uploads.js';

@Module({})
export class GatewayModule {
  static forRoot(settings: GatewaySettings): DynamicModule {
    return {
      module: GatewayModule,
      imports: [KitModule.forRoot(settings)],
      controllers: [
        AccountsController,
        ProfileController,
        ProjectsController,
        LiveController,
        FilesController,
        UploadController,
        DownloadController,
        HealthController,
        DocsController,
      ],
      providers: [
        { provide: GATEWAY_SETTINGS, useValue: settings },
        { provide: APP_GUARD, useClass: SessionGuard },
        { provide: APP_INTERCEPTOR, useClass: AdmissionInterceptor },
        { provide: APP_FILTER, useClass: ErrorFilter },
        TokenVerifier,
        SessionReader,
        RateLimiter,
        UserTransfers,
        PasswordLimit,
        GatewayHealth,
        RequestQueues,
        UserQueues,
        ConnectionDrain,
        ProjectFiles,
        ProjectPages,
        LiveStreams,
        SessionWatch,
        StreamLimit,
        ObjectTransfer,
        FormStore,
        Uploads,
      ],
    };
  }
}
