import { Injectable } from '@nestjs/common';
import {
  healthMessage,
  type HealthReport,
  type ServiceName,
  serviceNames,
} from '@studiolo/contracts';
import {
  HealthRegistry,
  MessageBus,
  type ProcessHealth,
  REPORT_SHARED_MS,
  sharedResult,
} from '@studiolo/service-kit';

import { ConnectionDrain } from '../http/connection-drain.js';

/** The health of this gateway for load balancers, and of the whole product for people. */
@Injectable()
export class GatewayHealth implements ProcessHealth {
  constructor(
    private readonly registry: HealthRegistry,
    private readonly bus: MessageBus,
    private readonly drain: ConnectionDrain,
  ) {}

  /** False before Redis has been reached and during the shutdown: load balancers then use other gateways. */
  async isReady(): Promise<boolean> {
    return !this.drain.isDraining && (await this.registry.isReady());
  }

  /** Reports the gateway's Redis, and every service with its dependencies; at most once a second. */
  readonly report = sharedResult(REPORT_SHARED_MS, () => this.ask());

  private async ask(): Promise<HealthReport> {
    const [own, ...services] = await Promise.all([
      this.registry.report(),
      ...serviceNames.map((name) => this.askService(name)),
    ]);
    return {
      healthy: own.healthy && services.every(({ healthy }) => healthy),
      checks: Object.fromEntries(
        [own, ...services].flatMap(({ checks }) => Object.entries(checks)),
      ),
    };
  }

  private async askService(name: ServiceName): Promise<HealthReport> {
    try {
      const { healthy, checks } = await this.bus.call(healthMessage(name), {});
      const named = Object.entries(checks).map(
        ([check, state]) => [`${name}.${check}`, state] as const,
      );
      return { healthy, checks: { [name]: 'up', ...Object.fromEntries(named) } };
    } catch {
      return { healthy: false, checks: { [name]: 'down' } };
    }
  }
}
