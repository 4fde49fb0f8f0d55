import { applyDecorators, Controller, Get, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';

import { Access } from '../session/session.guard.js';
import { GatewayHealth } from './gateway-health.js';

/** Asked every few seconds: its requests are neither logged nor traced. */
const Check = (name: string) => applyDecorators(Get(name), RouteConfig({ isQuiet: true }));

@Access('public')
@Controller('health')
export class HealthController {
  constructor(private readonly health: GatewayHealth) {}

  /** 200 while the process runs, also while it waits for its stores. */
  @Check('live')
  live() {
    return { live: true };
  }

  /** 200 while this gateway should get calls. */
  @Check('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const ready = await this.health.isReady();
    reply.status(ready ? 200 : 503);
    return { ready };
  }

  /** 200 only when the whole product is usable; names each service and store that is not. */
  @Check('status')
  async status(@Res({ passthrough: true }) reply: FastifyReply) {
    const report = await this.health.report();
    reply.status(report.healthy ? 200 : 503);
    return report;
  }
}
