import * as z from 'zod/mini';

import { defineMessages, nothing, type ServiceName } from '../message.js';

/** The dependencies of a process, each up or down; healthy when all are up. */
export const healthReportSchema = z.object({
  healthy: z.boolean(),
  checks: z.record(z.string(), z.enum(['up', 'down'])),
});
export type HealthReport = z.infer<typeof healthReportSchema>;

/** The health of one replica, requested by the gateway's `/health/status`. */
export const healthMessage = (service: ServiceName) =>
  defineMessages(service, {
    health: { request: nothing, reply: healthReportSchema, timeoutMs: 2000 },
  }).health;
