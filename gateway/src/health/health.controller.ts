import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

import { Access } from '../session/access.decorator.js';
import { Readiness } from './readiness.js';

@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  /** The process runs, whatever it is waiting for. */
  @Access('public')
  @Get('live')
  live() {
    return { live: true };
  }

  /** 200 only when every part of the product can be used. */
  @Access('public')
  @Get('ready')
  async ready(@Res({ passthrough: true }) reply: FastifyReply) {
    const report = await this.readiness.report();
    reply.status(report.ready ? 200 : 503);
    return report;
  }
}
