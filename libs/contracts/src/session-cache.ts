/**
 * The session cache in Redis: one key per session, written only by auth and read by every gateway with one GET per
 * request. When a key is missing, and once after each connect to Redis, the gateway asks auth, which reads its database:
 * a Redis that was emptied or has lost its last writes revives no ended session.
 */

/** Value for a session that has ended; an active one has its user's id. */
export const ENDED_SESSION = 'ended';
/** Value for a session that is about to end, or has: only auth knows. */
export const ENDING_SESSION = 'ending';

export function sessionCacheKey(sessionId: string): string {
  return `session:${sessionId}`;
}
