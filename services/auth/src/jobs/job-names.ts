/** Jobs of this service alone; they run from the outbox and never reach a queue. */
export const END_SESSIONS = 'end-sessions';
export const REQUEST_LINK = 'request-link';
