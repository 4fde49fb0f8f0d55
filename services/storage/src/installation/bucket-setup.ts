import { Injectable } from '@nestjs/common';
import { HealthRegistry, PeriodicTask } from '@studiolo/service-kit';

import { ObjectStore } from '../object-store/object-store.js';
import { Installation } from './installation.js';

const INTERVAL_MS = 1000;

/** Creates and marks the bucket once the store is reachable; until then this process is not ready. */
@Injectable()
export class BucketSetup extends PeriodicTask {
  private isDone = false;

  constructor(
    private readonly objects: ObjectStore,
    private readonly installation: Installation,
    health: HealthRegistry,
  ) {
    super(INTERVAL_MS);
    health.register('object-store', () => objects.check());
  }

  async run(): Promise<void> {
    if (this.isDone) return;
    await this.objects.ensureBucket();
    await this.installation.ownsBucket();
    this.isDone = true;
  }
}
