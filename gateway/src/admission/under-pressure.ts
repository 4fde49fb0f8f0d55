import { getHeapStatistics } from 'node:v8';

import underPressure from '@fastify/under-pressure';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError } from '@studiolo/service-kit';

/** Mean delay of the event loop over a second; at about half of it, a thousand callers still get their answers. */
const EVENT_LOOP_DELAY_MAX_MS = 1_000;
const HEAP_SHARE_MAX = 0.9;

/** Answers 503 while the event loop is late or memory runs out; health checks are always answered. */
export async function refuseUnderPressure(app: NestFastifyApplication): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: EVENT_LOOP_DELAY_MAX_MS,
    maxHeapUsedBytes: HEAP_SHARE_MAX * getHeapStatistics().heap_size_limit,
    pressureHandler: ({ url }) =>
      url.startsWith('/health/') ? undefined : Promise.reject(new AppError('UNAVAILABLE')),
  });
}
