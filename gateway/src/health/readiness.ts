import { Injectable } from '@nestjs/common';
import {
  healthMessage,
  type HealthReport,
  serviceNames,
  type ServiceName,
} from '@studiolo/contracts';
import { HealthRegistry, MessageBus } from '@studiolo/service-kit';

import { ConnectionDrain } from '../http/connection-drain.js';

/** How long a report is answered again, so that asking often costs nothing. */
const CACHE_MS = 250;

/** What a balancer hears from a gateway that shuts down. */
const LEAVING: HealthReport = { ready: false, checks: { gateway: 'down' } };

/** Whether the whole product can work: the gateway's own Redis, and every service with what it needs. */
@Injectable()
export class Readiness {
  private current: Promise<HealthReport> | undefined;
  private readonly questions = serviceNames.map((name) => [name, healthMessage(name)] as const);

  constructor(
    private readonly registry: HealthRegistry,
    private readonly bus: MessageBus,
    private readonly drain: ConnectionDrain,
  ) {}

  report(): Promise<HealthReport> {
    if (this.drain.isDraining) return Promise.resolve(LEAVING);
    this.current ??= this.ask().finally(() => {
      setTimeout(() => (this.current = undefined), CACHE_MS).unref();
    });
    return this.current;
  }

  private async ask(): Promise<HealthReport> {
    const [own, ...services] = await Promise.all([
      this.registry.report(),
      ...this.questions.map(([name, question]) => this.askService(name, question)),
    ]);
    return {
      ready: own.ready && services.every(({ ready }) => ready),
      checks: Object.fromEntries(
        [own, ...services].flatMap(({ checks }) => Object.entries(checks)),
      ),
    };
  }

  private async askService(
    name: ServiceName,
    question: ReturnType<typeof healthMessage>,
  ): Promise<HealthReport> {
    try {
      const { ready, checks } = await this.bus.call(question, {});
      const named = Object.entries(checks).map(
        ([check, state]) => [`${name}.${check}`, state] as const,
      );
      return { ready, checks: { [name]: 'up', ...Object.fromEntries(named) } };
    } catch {
      return { ready: false, checks: { [name]: 'down' } };
    }
  }
}
