import { z } from 'zod';

import { idSchema, timestampSchema } from './fields.js';

/**
 * Live changes: the services write what changed into a stream in Redis for each owner, from which every gateway tells
 * the owner's open pages (docs/adr/0008-live-updates.md). Entries carry no content: pages read it by the calls they have.
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

/** The place in the owner's changes from which a stream goes on. */
export const liveHelloSchema = z.object({ cursor: z.string() }).meta({ id: 'LiveHello' });

export const liveEndSchema = z
  .object({ reason: z.enum(['session_ended', 'account_deleted']) })
  .meta({ id: 'LiveEnd' });
export type LiveEnd = z.infer<typeof liveEndSchema>;

/** What a service leaves in its outbox for the gateways: a change, or the end of sessions (null: of all). */
export const liveNoticeSchema = z.union([
  z.object({ ownerId: idSchema, change: liveChangeSchema }),
  z.object({
    ownerId: idSchema,
    end: liveEndSchema.extend({ sessionIds: z.array(idSchema).nullable() }),
  }),
]);
export type LiveNotice = z.infer<typeof liveNoticeSchema>;

/** The owner's stream in Redis, and the channel on which gateways hear of new entries. It exists while pages may resume. */
export function liveStreamKey(ownerId: string): string {
  return `studiolo:live:${ownerId}`;
}

/** Field of an entry that holds the notice as JSON; the entry that begins a stream has none. */
export const LIVE_NOTICE_FIELD = 'notice';
