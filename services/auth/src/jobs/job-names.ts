/** Jobs of this service alone; the outbox runs them without a queue. */
export const END_SESSIONS = 'end-sessions';
export const REQUEST_LINK = 'request-link';
export const RESEND_VERIFICATION = 'resend-verification';
export const MAIL_NEW_EMAIL = 'mail-new-email';
/**
 * Delay of the look-up after a request for a link, in milliseconds: by then the answer has been sent, so its time
 * cannot reveal whether the account exists.
 */
export const REQUEST_LINK_DELAY_MS = 500;
