import { getHeapStatistics } from 'node:v8';

import underPressure from '@fastify/under-pressure';
import { Logger } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppError } from '@studiolo/service-kit';

/** Mean delay of the event loop over a second; at about half of it, a thousand callers still get their answers. */
const EVENT_LOOP_DELAY_MAX_MS = 1_000;
const HEAP_SHARE_MAX = 0.9;
const LOG_INTERVAL_MS = 1_000;

/** Answers 503 while the event loop is late or memory runs out; health checks are always answered. */
export async function refuseUnderPressure(app: NestFastifyApplication): Promise<void> {
  const logger = new Logger('UnderPressure');
  let loggedAt = Number.NEGATIVE_INFINITY;
  await app.register(underPressure, {
    maxEventLoopDelay: EVENT_LOOP_DELAY_MAX_MS,
    maxHeapUsedBytes: HEAP_SHARE_MAX * getHeapStatistics().heap_size_limit,
    pressureHandler: ({ url }, _reply, kind, value) => {
      if (url.startsWith('/health/')) return undefined;
      if (performance.now() - loggedAt > LOG_INTERVAL_MS) {
        loggedAt = performance.now();
        logger.warn(`Requests are refused: ${kind} is ${Math.round(value ?? 0)}`);
      }
      return Promise.reject(new AppError('UNAVAILABLE'));
    },
  });
}
