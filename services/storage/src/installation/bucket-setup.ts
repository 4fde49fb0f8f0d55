import { setTimeout as delay } from 'node:timers/promises';

import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { HealthRegistry } from '@studiolo/service-kit';

import { ObjectStore } from '../object-store/object-store.js';
import { Installation } from './installation.js';

const RETRY_DELAY_MS = 500;

/** Creates and marks the bucket once the store is reachable; until then this process is not ready. */
@Injectable()
export class BucketSetup implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(BucketSetup.name);
  private readonly stop = new AbortController();

  constructor(
    private readonly objects: ObjectStore,
    private readonly installation: Installation,
    health: HealthRegistry,
  ) {
    health.register('object-store', () => objects.check());
  }

  onApplicationBootstrap(): void {
    void this.untilDone();
  }

  onModuleDestroy(): void {
    this.stop.abort();
  }

  private async untilDone(): Promise<void> {
    for (let attempt = 1; !this.stop.signal.aborted; attempt += 1) {
      try {
        await this.objects.ensureBucket();
        await this.installation.ownsBucket();
        return;
      } catch (error) {
        if (attempt === 1) this.logger.warn({ err: error }, 'Waiting for the object store');
        await delay(RETRY_DELAY_MS, undefined, { signal: this.stop.signal }).catch(() => undefined);
      }
    }
  }
}
