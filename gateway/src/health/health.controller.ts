import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

import { Access } from '../session/access.decorator.js';
import { GatewayHealth } from './gateway-health.js';

@Controller('health')
export class HealthController {
  constructor(private readonly health: GatewayHealth) {}

  /** 200 while the process runs, also while it waits for its stores. */
  @Access('public')
  @Get('live')
  live() {
    return { live: true };
  }

  /** 200 while this gateway should get calls. */
  @Access('public')
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const ready = await this.health.isReady();
    reply.status(ready ? 200 : 503);
    return { ready };
  }

  /** 200 only when every part of the product is usable; names those that are not. */
  @Access('public')
  @Get('status')
  async status(@Res({ passthrough: true }) reply: FastifyReply) {
    const report = await this.health.report();
    reply.status(report.healthy ? 200 : 503);
    return report;
  }
}
