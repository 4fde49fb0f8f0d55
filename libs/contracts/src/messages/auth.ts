import * as z from 'zod/mini';

import { sessionSchema, userSchema } from '../account.js';
import {
  claimedPassword,
  countSchema,
  emailSchema,
  idSchema,
  nameSchema,
  newPasswordSchema,
} from '../fields.js';
import {
  forgotPasswordOperation,
  googleCallbackOperation,
  linkGoogleOperation,
  loginOperation,
  resendVerificationOperation,
  resetPasswordOperation,
  signupOperation,
  undoEmailChangeOperation,
  verifyEmailOperation,
} from '../http/auth.js';
import { ACCOUNTS_PAGE_MAX, DEVICE_MAX_LENGTH, EMAIL_MAX_LENGTH } from '../limits.js';
import { defineMessages, nothing, ofUser } from '../message.js';

const ofSession = z.extend(ofUser, { sessionId: idSchema });
const oneUser = z.object({ user: userSchema });
const signedIn = z.extend(oneUser, { token: z.string() });
/** The network that a request comes from: an IPv4 address, or the /56 of an IPv6 address. */
const networkSchema = z.string().check(z.maxLength(64));
const network = z.optional(networkSchema);
/** Who opens a session: `device` is the browser and system in words, such as "Firefox on Linux". */
const fromCaller = z.object({
  device: z.optional(z.string().check(z.maxLength(DEVICE_MAX_LENGTH))),
  network,
});

export const authMessages = defineMessages('auth', {
  signup: {
    audit: { done: 'signed_up' },
    request: z.extend(fromCaller, signupOperation.body.shape),
    reply: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('verification_required'),
        email: z.string(),
        /** Identifies this sign-up for `resendVerification` and `verifyEmail`. */
        attempt: idSchema,
      }),
      z.extend(signedIn, { outcome: z.literal('signed_in') }),
    ]),
  },

  login: {
    audit: { done: 'signed_in', refused: 'sign_in_refused' },
    request: z.extend(fromCaller, loginOperation.body.shape),
    reply: signedIn,
  },

  /** Whether somebody has signed in to the account with this address from this network within 90 days. */
  isKnownNetwork: {
    audit: 'nothing',
    request: z.object({ email: emailSchema, network: networkSchema }),
    reply: z.object({ known: z.boolean() }),
  },

  logout: { audit: { done: 'session_ended' }, request: ofSession, reply: nothing },

  /** Sent by the gateway when a session is not in the cache; auth then fills the cache. */
  checkSession: { audit: 'nothing', request: ofSession, reply: z.object({ active: z.boolean() }) },

  /** The active sessions of a user, the last seen first; at most SESSIONS_MAX. */
  listSessions: {
    audit: 'nothing',
    request: ofUser,
    reply: z.object({ sessions: z.array(z.omit(sessionSchema, { current: true })) }),
  },

  endSession: { audit: { done: 'session_ended' }, request: ofSession, reply: nothing },

  endSessions: {
    audit: { done: 'sessions_ended' },
    /** A session that is named stays active. */
    request: z.extend(ofUser, { sessionId: z.optional(idSchema) }),
    reply: z.object({ ended: countSchema }),
  },

  getProfile: { audit: 'nothing', request: ofUser, reply: oneUser },

  /** An address of somebody else is refused only with `EMAIL_VERIFICATION=off`; otherwise a mail tells its owner. */
  updateProfile: {
    audit: { done: 'email_change_requested', ifGiven: 'email' },
    request: z.extend(ofUser, {
      /** The session that stays active when the address changes immediately; the user's others end. */
      sessionId: z.optional(idSchema),
      name: z.optional(nameSchema),
      email: z.optional(emailSchema),
      network,
    }),
    reply: z.object({
      user: userSchema,
      /** True while the new address waits for its verification; `user` still has the old one. */
      emailPending: z.boolean(),
    }),
  },

  changePassword: {
    audit: { done: 'password_changed', refused: 'password_change_refused' },
    /** The session stays active; the user's others end. */
    request: z.extend(ofSession, {
      currentPassword: claimedPassword('Current password'),
      password: newPasswordSchema,
    }),
    reply: oneUser,
  },

  deleteAccount: { audit: { done: 'account_deleted' }, request: ofUser, reply: nothing },

  /** The same answer for any address. */
  forgotPassword: {
    audit: { done: 'reset_requested' },
    request: z.extend(forgotPasswordOperation.body, { network }),
    reply: nothing,
  },

  resetPassword: {
    audit: { done: 'password_reset', refused: 'link_refused' },
    request: resetPasswordOperation.body,
    reply: ofUser,
  },

  undoEmailChange: {
    audit: { done: 'email_change_undone', refused: 'link_refused' },
    request: undoEmailChangeOperation.body,
    reply: ofUser,
  },

  verifyEmail: {
    audit: { done: 'email_verified', refused: 'link_refused' },
    request: z.extend(fromCaller, {
      ...verifyEmailOperation.body.shape,
      /** The session on that page; the link of a changed address needs it. */
      session: z.optional(ofSession),
    }),
    reply: z.extend(signedIn, {
      /** Whether the account was opened without a password, and a mail to set one was sent. */
      passwordResetSent: z.boolean(),
    }),
  },

  /** The same answer for any address. */
  resendVerification: {
    audit: 'nothing',
    request: z.extend(resendVerificationOperation.body, { network }),
    reply: nothing,
  },

  googleAuthorizationUrl: {
    audit: 'nothing',
    request: nothing,
    reply: z.object({ authorizationUrl: z.url() }),
  },

  googleCallback: {
    audit: { done: 'signed_in', refused: 'sign_in_refused' },
    request: z.extend(fromCaller, googleCallbackOperation.body.shape),
    reply: signedIn,
    timeoutMs: 10_000,
  },

  linkGoogle: {
    audit: { done: 'google_linked', refused: 'link_refused' },
    request: z.extend(fromCaller, linkGoogleOperation.body.shape),
    reply: signedIn,
  },

  // Only `npm run admin` sends the following messages; the gateway has no route for them.

  /** The account with this id, or those whose address or name contains the text in any case, oldest first. */
  findAccounts: {
    audit: { done: 'accounts_found' },
    request: z.object({
      text: z.string().check(z.maxLength(EMAIL_MAX_LENGTH)),
      limit: z.int().check(z.minimum(1), z.maximum(ACCOUNTS_PAGE_MAX)),
      /** The last account of the previous reply. */
      after: z.optional(idSchema),
    }),
    reply: z.object({ users: z.array(userSchema) }),
  },

  /** Opens a verified account without a usable password, and mails its owner a link to set one. */
  createAccount: {
    audit: { done: 'account_created', refused: 'account_not_created' },
    request: z.object({ email: emailSchema, name: nameSchema }),
    reply: oneUser,
  },

  /** Sends one mail at once, for an operator who sets up the mail server. */
  sendTestMail: {
    audit: { done: 'test_mail_sent' },
    request: z.object({ email: emailSchema }),
    /** What the mail server answered when it did not take the mail. */
    reply: z.object({ refusal: z.nullable(z.string()) }),
  },

  /** The mails that failed for the last time. With `retry`, they go to the mail server once more. */
  findFailedMails: {
    audit: { done: 'mails_retried', ifGiven: 'retry' },
    request: z.object({ retry: z.boolean() }),
    reply: z.object({
      mails: z.array(z.object({ id: idSchema, purpose: z.string(), reason: z.string() })),
    }),
  },

  /** Turns the newest sign-up with an address into an account, as opening its link would. */
  confirmSignUp: {
    audit: { done: 'sign_up_confirmed', refused: 'sign_up_not_confirmed' },
    request: z.object({ email: emailSchema }),
    /** Null when no sign-up waits for this address. */
    reply: z.object({ user: z.nullable(userSchema) }),
  },

  /**
   * Gives an account another address, without a link. Its password, Google account, sessions and links end, and a mail
   * to the new address lets its owner choose a password.
   */
  setEmail: {
    audit: { done: 'email_set', refused: 'email_not_set' },
    request: z.extend(ofUser, { email: emailSchema }),
    reply: oneUser,
  },
});
