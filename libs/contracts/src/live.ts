import * as z from 'zod/mini';

import { idSchema, timestampSchema } from './fields.js';
import { ofUser } from './message.js';

/**
 * Live changes: services publish each change to a Redis channel of its owner, and every gateway delivers it to the
 * owner's open pages (docs/adr/0008-live-updates.md). A change has no content: pages read that through the ordinary
 * API.
 */
export const liveChangeSchema = z.object({
  kind: z.enum(['project', 'file', 'profile']),
  action: z.enum(['created', 'updated', 'deleted']),
  /** Also the project of a file; null for the profile. */
  project_id: z.nullable(idSchema),
  at: timestampSchema,
});
export type LiveChange = z.infer<typeof liveChangeSchema>;

export const liveEndSchema = z.object({ reason: z.enum(['session_ended', 'account_deleted']) });
export type LiveEnd = z.infer<typeof liveEndSchema>;

/** An outbox entry for the gateways: a change, or the end of sessions. */
export const liveSignalSchema = z.union([
  z.extend(ofUser, { change: liveChangeSchema }),
  z.extend(ofUser, { end: z.extend(liveEndSchema, { sessionIds: z.array(idSchema) }) }),
]);
export type LiveSignal = z.infer<typeof liveSignalSchema>;

/** The Redis channel on which the notices of an owner are published. */
export function liveChannel(userId: string): string {
  return `studiolo:live:${userId}`;
}
