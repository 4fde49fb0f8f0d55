/**
 * The session cache in Redis: one key per session, written only by auth and read by every gateway with one GET per
 * request. When a key is missing, and once in the first minutes after each connect to Redis, the gateway asks auth, which reads its database:
 * a Redis that was emptied or has lost its last writes revives no ended session.
 */

/** How long gateways trust an active session without asking auth, which also records when it was last seen. */
export const SESSION_CACHED_SECONDS = 60;
/** Value for a session that has ended; an active one has its user's id. */
export const ENDED_SESSION = 'ended';
/** Value for a session that is about to end, or has: only auth knows. */
export const ENDING_SESSION = 'ending';

export function sessionCacheKey(sessionId: string): string {
  return `session:${sessionId}`;
}
