/**
 * The session cache in Redis: one key per session, written only by auth and read by every gateway with one GET per
 * request. When a key is missing, the gateway asks auth, which reads its database, so an emptied Redis lets nobody back
 * in.
 */

/** Value of a session that has ended; a living one holds its user's id. */
export const ENDED_SESSION = 'ended';

export function sessionCacheKey(sessionId: string): string {
  return `session:${sessionId}`;
}
