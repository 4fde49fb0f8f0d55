import { z } from 'zod';

import {
  emailSchema,
  idSchema,
  linkTokenSchema,
  nameSchema,
  newPasswordSchema,
  passwordSchema,
} from '../fields.js';
import {
  ACCOUNTS_PAGE_MAX,
  DEVICE_MAX_LENGTH,
  GOOGLE_CODE_MAX_LENGTH,
  NAME_MAX_LENGTH,
} from '../limits.js';
import { defineMessage } from '../message.js';
import { sessionSchema } from '../session.js';
import { userSchema } from '../user.js';

const nothing = z.object({});
const signedIn = z.object({ token: z.string(), user: userSchema });
const ofUser = z.object({ userId: idSchema });
/** Whatever opens a session says where, in words: "Firefox on Linux". */
const onDevice = z.object({ device: z.string().max(DEVICE_MAX_LENGTH).optional() });

export const signup = defineMessage({
  pattern: 'auth.signup',
  request: onDevice.extend({ email: emailSchema, password: newPasswordSchema, name: nameSchema }),
  reply: z.discriminatedUnion('outcome', [
    z.object({
      outcome: z.literal('verification_required'),
      email: z.string(),
      /** Names this sign-up to `resendVerification`; it may name nothing when the address has had too many. */
      attempt: idSchema,
    }),
    signedIn.extend({ outcome: z.literal('signed_in') }),
  ]),
  errors: ['EMAIL_TAKEN'],
});

export const login = defineMessage({
  pattern: 'auth.login',
  request: onDevice.extend({ email: emailSchema, password: passwordSchema }),
  reply: signedIn,
  errors: ['INVALID_CREDENTIALS', 'EMAIL_NOT_VERIFIED'],
});

export const logout = defineMessage({
  pattern: 'auth.logout',
  request: ofUser.extend({ sessionId: idSchema }),
  reply: nothing,
});

/** Asked by the gateway when the session is not in the cache; auth fills the cache. */
export const checkSession = defineMessage({
  pattern: 'auth.check-session',
  request: ofUser.extend({ sessionId: idSchema }),
  reply: z.object({ active: z.boolean() }),
});

/** The newest sessions of a user that are alive, the last seen first. */
export const listSessions = defineMessage({
  pattern: 'auth.list-sessions',
  request: ofUser,
  reply: z.object({ sessions: z.array(sessionSchema.omit({ current: true })) }),
});

export const endSession = defineMessage({
  pattern: 'auth.end-session',
  request: ofUser.extend({ sessionId: idSchema }),
  reply: nothing,
  errors: ['SESSION_NOT_FOUND'],
});

export const getProfile = defineMessage({
  pattern: 'auth.get-profile',
  request: ofUser,
  reply: z.object({ user: userSchema }),
  errors: ['UNAUTHENTICATED'],
});

export const updateProfile = defineMessage({
  pattern: 'auth.update-profile',
  request: ofUser.extend({
    /** The session that stays when the address changes at once; the others of the user end. */
    sessionId: idSchema.optional(),
    name: nameSchema.optional(),
    email: emailSchema.optional(),
  }),
  reply: z.object({
    user: userSchema,
    /** The new address waits for its verification; the user still shows the old one. */
    emailPending: z.boolean(),
  }),
  /** EMAIL_TAKEN only where addresses are not verified: elsewhere a mail to the address tells its owner. */
  errors: ['UNAUTHENTICATED', 'EMAIL_TAKEN', 'GOOGLE_MANAGED_EMAIL', 'RATE_LIMITED'],
});

export const changePassword = defineMessage({
  pattern: 'auth.change-password',
  request: ofUser.extend({
    /** The session that stays; all others of the user end. */
    sessionId: idSchema,
    currentPassword: passwordSchema,
    password: newPasswordSchema,
  }),
  reply: z.object({ user: userSchema }),
  errors: ['UNAUTHENTICATED', 'WRONG_PASSWORD', 'GOOGLE_MANAGED_PASSWORD'],
});

export const deleteAccount = defineMessage({
  pattern: 'auth.delete-account',
  request: ofUser,
  reply: nothing,
  errors: ['UNAUTHENTICATED'],
});

/** The same answer for any address. */
export const forgotPassword = defineMessage({
  pattern: 'auth.forgot-password',
  request: z.object({ email: emailSchema }),
  reply: nothing,
});

export const resetPassword = defineMessage({
  pattern: 'auth.reset-password',
  request: z.object({ token: linkTokenSchema, password: newPasswordSchema }),
  /** Whose password it is now; services up to 0.1 do not say. */
  reply: z.object({ userId: idSchema.optional() }),
  errors: ['INVALID_RESET_TOKEN'],
});

export const verifyEmail = defineMessage({
  pattern: 'auth.verify-email',
  request: onDevice.extend({ token: linkTokenSchema }),
  reply: signedIn,
  errors: ['INVALID_VERIFICATION_TOKEN', 'EMAIL_TAKEN'],
});

/** The same answer for any address. */
export const resendVerification = defineMessage({
  pattern: 'auth.resend-verification',
  request: z.object({ email: emailSchema, attempt: idSchema.optional() }),
  reply: nothing,
});

export const googleAuthorizationUrl = defineMessage({
  pattern: 'auth.google-authorization-url',
  request: nothing,
  reply: z.object({ authorizationUrl: z.url() }),
  errors: ['GOOGLE_NOT_CONFIGURED'],
});

export const googleCallback = defineMessage({
  pattern: 'auth.google-callback',
  request: onDevice.extend({ code: z.string().min(1).max(GOOGLE_CODE_MAX_LENGTH) }),
  reply: signedIn,
  errors: [
    'GOOGLE_NOT_CONFIGURED',
    'GOOGLE_CODE_REJECTED',
    'GOOGLE_EMAIL_UNVERIFIED',
    'GOOGLE_UNREACHABLE',
  ],
  timeoutMs: 10_000,
});

// The following are sent by `npm run admin` alone: the gateway has no route that leads to them.

/** Accounts whose address or name contains the text, whatever its case, oldest first. */
export const findAccounts = defineMessage({
  pattern: 'auth.find-accounts',
  request: z.object({
    text: z.string().max(NAME_MAX_LENGTH),
    limit: z.int().min(1).max(ACCOUNTS_PAGE_MAX),
    /** The last account of the reply before. */
    after: idSchema.optional(),
  }),
  reply: z.object({ users: z.array(userSchema) }),
});

/** Opens a verified account without a usable password, and mails its person a link to set one. */
export const createAccount = defineMessage({
  pattern: 'auth.create-account',
  request: z.object({ email: emailSchema, name: nameSchema }),
  reply: z.object({ user: userSchema }),
  errors: ['EMAIL_TAKEN'],
});

/** Makes the newest sign-up with an address the account, as opening its link would. */
export const confirmSignUp = defineMessage({
  pattern: 'auth.confirm-sign-up',
  request: z.object({ email: emailSchema }),
  /** Null when no sign-up with this address waits. */
  reply: z.object({ user: userSchema.nullable() }),
  errors: ['EMAIL_TAKEN'],
});

export const endSessions = defineMessage({
  pattern: 'auth.end-sessions',
  request: ofUser,
  reply: z.object({ ended: z.int().nonnegative() }),
});
