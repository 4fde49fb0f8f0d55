import { Controller, type Type } from '@nestjs/common';
import { healthMessage, type HealthReport, type ServiceName } from '@studiolo/contracts';

import { HandleMessage } from '../messaging/handlers.js';
import { HealthRegistry } from './health-registry.js';

/** Answers `<service>.health`, from which the gateway learns the state of a replica's dependencies. */
export function healthHandler(service: ServiceName): Type {
  @Controller()
  class HealthHandler {
    constructor(private readonly registry: HealthRegistry) {}

    @HandleMessage(healthMessage(service))
    execute(): Promise<HealthReport> {
      return this.registry.report();
    }
  }
  return HealthHandler;
}
