/** The waiting times of the specification, in milliseconds. */
export const TOAST_MS = 5000;
export const REDIRECT_AFTER_AUTH_ERROR_MS = 3000;
export const REDIRECT_AFTER_RESET_MS = 3000;
export const REDIRECT_AFTER_VERIFICATION_MS = 2000;
export const REDIRECT_AFTER_GOOGLE_MS = 500;
