export const FIRST_IMAGE = '/logo.svg';
/** Shown when the first cannot be loaded. */
export const SECOND_IMAGE = '/logo.png';
