import { z } from 'zod';

import { defineMessage, type ServiceName } from '../message.js';

/** What a process needs and whether it can use it now; healthy when it can use all of it. */
export const healthReportSchema = z.object({
  healthy: z.boolean(),
  checks: z.record(z.string(), z.enum(['up', 'down'])),
});
export type HealthReport = z.infer<typeof healthReportSchema>;

/** The health of one replica, asked for by the gateway's `/health/status`. */
export const healthMessage = (service: ServiceName) =>
  defineMessage({
    pattern: `${service}.health`,
    request: z.object({}),
    reply: healthReportSchema,
    timeoutMs: 2000,
  });
