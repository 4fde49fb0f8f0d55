/** Jobs of this service alone; they run from the outbox and never reach a queue. */
export const END_SESSIONS = 'end-sessions';
export const REQUEST_LINK = 'request-link';
export const RESEND_VERIFICATION = 'resend-verification';
export const MAIL_NEW_EMAIL = 'mail-new-email';
/**
 * How long after its request a link is looked for, in milliseconds: until then the answer is out, whose time would
 * otherwise tell whether there is an account to write to.
 */
export const REQUEST_LINK_DELAY_MS = 500;
