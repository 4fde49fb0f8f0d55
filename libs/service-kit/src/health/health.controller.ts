import { Controller, type Type } from '@nestjs/common';
import { healthMessage, type HealthReport, type ServiceName } from '@studiolo/contracts';

import { HandleMessage } from '../messaging/handlers.js';
import { HealthRegistry } from './health-registry.js';

/** Answers `<service>.health`, by which the gateway learns what a replica can use. */
export function healthController(service: ServiceName): Type {
  @Controller()
  class HealthController {
    constructor(private readonly registry: HealthRegistry) {}

    @HandleMessage(healthMessage(service))
    health(): Promise<HealthReport> {
      return this.registry.report();
    }
  }
  return HealthController;
}
