import { z } from 'zod';

import { idSchema, timestampSchema } from './fields.js';

/**
 * Live changes: services append each change to a Redis stream of its owner, and every gateway forwards it to the
 * owner's open pages (docs/adr/0008-live-updates.md). Entries carry no content: pages fetch it through the ordinary
 * API.
 */
export const liveChangeSchema = z
  .object({
    kind: z.enum(['project', 'file', 'profile']),
    action: z.enum(['created', 'updated', 'deleted']),
    project_id: idSchema.nullable().describe('Also the project of a file; null for the profile'),
    at: timestampSchema,
  })
  .meta({ id: 'LiveChange' });
export type LiveChange = z.infer<typeof liveChangeSchema>;

/** The position in the owner's changes from which a stream continues. */
export const liveHelloSchema = z.object({ cursor: z.string() }).meta({ id: 'LiveHello' });

export const liveEndSchema = z
  .object({ reason: z.enum(['session_ended', 'account_deleted']) })
  .meta({ id: 'LiveEnd' });
export type LiveEnd = z.infer<typeof liveEndSchema>;

/** An outbox entry for the gateways: a change, or the end of sessions (null: all of them). */
export const liveNoticeSchema = z.union([
  z.object({ ownerId: idSchema, change: liveChangeSchema }),
  z.object({
    ownerId: idSchema,
    end: liveEndSchema.extend({ sessionIds: z.array(idSchema).nullable() }),
  }),
]);
export type LiveNotice = z.infer<typeof liveNoticeSchema>;

/** The owner's Redis stream, and the channel that announces new entries. The stream exists while pages may resume. */
export function liveStreamKey(ownerId: string): string {
  return `studiolo:live:${ownerId}`;
}

/** Field of an entry that holds the notice as JSON; the first entry of a stream has none. */
export const LIVE_NOTICE_FIELD = 'notice';
