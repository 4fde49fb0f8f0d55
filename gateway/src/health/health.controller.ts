import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

import { Access } from '../session/session.guard.js';
import { GatewayHealth } from './gateway-health.js';

@Access('public')
@Controller('health')
export class HealthController {
  constructor(private readonly health: GatewayHealth) {}

  /** 200 while the process runs, also while it waits for its stores. */
  @Get('live')
  live() {
    return { live: true };
  }

  /** 200 while this gateway should get calls. */
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const ready = await this.health.isReady();
    reply.status(ready ? 200 : 503);
    return { ready };
  }

  /** 200 only when the whole product is usable; names each service and store that is not. */
  @Get('status')
  async status(@Res({ passthrough: true }) reply: FastifyReply) {
    const report = await this.health.report();
    reply.status(report.healthy ? 200 : 503);
    return report;
  }
}
