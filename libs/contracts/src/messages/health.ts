import { z } from 'zod';

import { defineMessage, type ServiceName } from '../message.js';

/** What a process needs and whether it can use it now. */
export const healthReportSchema = z.object({
  ready: z.boolean(),
  checks: z.record(z.string(), z.enum(['up', 'down'])),
});
export type HealthReport = z.infer<typeof healthReportSchema>;

/** One replica's readiness, asked for by the gateway's own. */
export const healthMessage = (service: ServiceName) =>
  defineMessage({
    pattern: `${service}.health`,
    request: z.object({}),
    reply: healthReportSchema,
    timeoutMs: 2000,
  });
