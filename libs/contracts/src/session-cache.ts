/**
 * The session cache in Redis: one key per session, written by auth alone and read by every gateway
 * with one GET per request. A missing key says nothing: auth is asked, and answers from its database,
 * so that an emptied Redis lets nobody back in.
 */

/** Value of a session that has ended; a living one holds its user's id. */
export const ENDED_SESSION = 'ended';

export function sessionCacheKey(sessionId: string): string {
  return `session:${sessionId}`;
}
