import {
  RESET_TOKEN_TTL_MS,
  UNDO_TOKEN_TTL_MS,
  VERIFICATION_TOKEN_TTL_MS,
} from '@studiolo/contracts';

/** How long sending a notice is retried, in milliseconds; it has no link that could expire. */
const NOTICE_TTL_MS = 24 * 60 * 60 * 1000;

const UNDO_PAGE = '/undo-email-change';

/** The facts in a mail, escaped for HTML. */
interface Facts {
  /** The name of the account or of the sign-up, in a form that leads nowhere. */
  readonly name: string;
  /** Time of the sign-up, or of the request that caused the mail. */
  readonly askedAt: string;
}

export interface Mail {
  readonly subject: string;
  readonly heading: string;
  readonly reason: (facts: Facts) => string;
  readonly button: string;
  /** Target of the button: a page of the front end. */
  readonly page: string;
  readonly note: string;
  /** Lifetime of its link, in milliseconds, and how long sending it is retried. */
  readonly ttlMs: number;
  /** A notice only informs; the link of any other mail carries a token. */
  readonly hasToken?: false;
}

/** Every mail with a link, and every notice. */
export const MAILS = {
  'confirm-sign-up': {
    subject: 'Verify your email for Studiolo',
    heading: 'Welcome to Studiolo',
    reason: ({ name, askedAt }) =>
      `Somebody signed up with this address on ${askedAt}, under the name “${name}”. ` +
      'If it was you, confirm that the address is yours, and your studio is open.',
    button: 'Verify email',
    page: '/verify-email',
    note:
      'The link works once and expires after 24 hours. If you did not sign up then, do not open it: ' +
      'the password of that account is somebody else’s. Without it nothing happens.',
    ttlMs: VERIFICATION_TOKEN_TTL_MS,
  },
  'open-forgotten-sign-up': {
    subject: 'Verify your email for Studiolo, then choose a password',
    heading: 'Your account waits for you',
    reason: ({ name, askedAt }) =>
      'Somebody asked to reset the password of an account that is not open yet: this address was signed up with ' +
      `on ${askedAt}, under the name “${name}”. Confirm that the address is yours; another mail then lets you choose a password.`,
    button: 'Verify email',
    page: '/verify-email',
    note:
      'The link works once and expires after 24 hours. No password that was typed at the sign-up will work. ' +
      'If you asked for nothing, ignore this mail.',
    ttlMs: VERIFICATION_TOKEN_TTL_MS,
  },
  'email-verified': {
    subject: 'Your Studiolo email is verified',
    heading: 'Your email is verified',
    reason: () =>
      'Somebody asked for another link to verify this address. It is verified already: just sign in.',
    button: 'Sign in',
    page: '/login',
    note: 'If you do not know the password, choose “Forgot password?” there. If you asked for nothing, ignore this mail.',
    hasToken: false,
    ttlMs: NOTICE_TTL_MS,
  },
  'confirm-new-email': {
    subject: 'Confirm your new email for Studiolo',
    heading: 'Your new email address',
    reason: ({ name, askedAt }) =>
      `Somebody asked on ${askedAt} to use this address for the Studiolo account of “${name}”. ` +
      'If it was you, sign in to that account and confirm. Until then it stays as it is.',
    button: 'Confirm address',
    page: '/verify-email',
    note: 'The link works once and expires after 24 hours. If it was not you, ignore this mail.',
    ttlMs: VERIFICATION_TOKEN_TTL_MS,
  },
  'reset-password': {
    subject: 'Reset your Studiolo password',
    heading: 'Choose a new password',
    reason: () =>
      'Somebody asked to reset the password of your account. If it was you, go on here.',
    button: 'Reset password',
    page: '/reset-password',
    note:
      'The link works once and expires after 1 hour. ' +
      'If you did not ask for this, ignore this mail: your password stays as it is.',
    ttlMs: RESET_TOKEN_TTL_MS,
  },
  'choose-password': {
    subject: 'Choose your Studiolo password',
    heading: 'Choose a password',
    reason: () => 'Your account is open and has no password yet. Choose one here.',
    button: 'Choose password',
    page: '/reset-password',
    note:
      'The link works once and expires after 1 hour; “Forgot password?” on the sign-in page sends another. ' +
      'If you know nothing of this account, ignore this mail: nobody can sign in to it with a password.',
    ttlMs: RESET_TOKEN_TTL_MS,
  },
  'email-taken': {
    subject: 'Your email has a Studiolo account already',
    heading: 'This address has an account',
    reason: () =>
      'Somebody asked to use this address for another Studiolo account. It belongs to yours, so nothing ' +
      'has changed. If it was you, sign in with this address instead.',
    button: 'Sign in',
    page: '/login',
    note: 'If it was not you, ignore this mail.',
    hasToken: false,
    ttlMs: NOTICE_TTL_MS,
  },
  'new-email-asked': {
    subject: 'A new email for your Studiolo account',
    heading: 'Somebody asked for a new address',
    reason: ({ askedAt }) =>
      `Somebody who is signed in to your account asked on ${askedAt} to use another email address for it. ` +
      'This one stays until the new one is confirmed. If it was you, there is nothing to do here.',
    button: 'It was not me',
    page: UNDO_PAGE,
    note:
      'The link works once, for 72 hours and after the new address is confirmed, too: your account keeps this address ' +
      'or has it back, everybody is signed out, and you choose a new password.',
    ttlMs: UNDO_TOKEN_TTL_MS,
  },
  'email-changed': {
    subject: 'The email of your Studiolo account has changed',
    heading: 'Your account has a new address',
    reason: () =>
      'Somebody who is signed in to your account gave it another email address. ' +
      'This one signs in no more. If it was you, there is nothing to do here.',
    button: 'It was not me',
    page: UNDO_PAGE,
    note:
      'The link works once, until 72 hours after the change: your account has this address back, everybody is signed ' +
      'out, and you choose a new password.',
    ttlMs: UNDO_TOKEN_TTL_MS,
  },
  'link-google': {
    subject: 'Sign in to Studiolo with Google?',
    heading: 'Link a Google account',
    reason: ({ askedAt }) =>
      `Somebody signed in with Google on ${askedAt}, with this address. It has a Studiolo account already. If it was you, ` +
      'link the two: from then on you sign in with Google, and your password works no more.',
    button: 'Link Google account',
    page: '/link-google',
    note:
      'The link works once and expires after 1 hour. If it was not you, do not open it: ' +
      'whoever signed in would have your account.',
    ttlMs: RESET_TOKEN_TTL_MS,
  },
  'google-linked': {
    subject: 'A Google account was linked to your Studiolo account',
    heading: 'You sign in with Google now',
    reason: () =>
      'Somebody signed in with a Google account that has your address, and it was linked to your Studiolo account. ' +
      'From now on Google signs you in. A password that you had works no more, and everybody else was signed out.',
    button: 'Open Studiolo',
    page: '/',
    note: 'If it was not you, tell whoever runs this Studiolo.',
    hasToken: false,
    ttlMs: NOTICE_TTL_MS,
  },
  'email-replaced': {
    subject: 'Your Studiolo account has another email',
    heading: 'This address signs in no more',
    reason: () =>
      'Your account has another email address: a link mailed to its earlier address took the last change back, or ' +
      'whoever runs this Studiolo set it. Everybody was signed out.',
    button: 'Open Studiolo',
    page: '/',
    note: 'If you do not know why, ask whoever runs this Studiolo.',
    hasToken: false,
    ttlMs: NOTICE_TTL_MS,
  },
} satisfies Record<string, Mail>;
export type MailPurpose = keyof typeof MAILS;

/** Mails whose link verifies an address. */
export const VERIFICATION_MAILS: MailPurpose[] = [
  'confirm-sign-up',
  'open-forgotten-sign-up',
  'confirm-new-email',
];

/** Mails whose link sets a password. */
export const PASSWORD_MAILS: MailPurpose[] = ['reset-password', 'choose-password'];

/** Mails to the old address of an account whose link takes the change back. */
export const UNDO_MAILS: MailPurpose[] = ['new-email-asked', 'email-changed'];
