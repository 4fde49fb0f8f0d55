import * as z from 'zod/mini';

import { sessionSchema, userSchema } from '../account.js';
import {
  claimedPassword,
  emailSchema,
  idSchema,
  linkTokenSchema,
  nameSchema,
  newPasswordSchema,
  pathParameterSchema,
} from '../fields.js';
import { SESSIONS_MAX } from '../limits.js';
import {
  doneSchema,
  messageSchema,
  signedInSchema,
  signedInWithMessageSchema,
  verificationRequiredSchema,
} from './answers.js';
import { defineOperation } from './operation.js';

export const signupOperation = defineOperation('post', '/api/auth/signup', {
  access: 'public',
  summary: 'Sign up with an email address and a password; the mailed link opens the account',
  body: z.object({ email: emailSchema, password: newPasswordSchema, name: nameSchema }),
  status: 201,
  answer: z.union([verificationRequiredSchema, signedInSchema]),
  queue: 'passwords',
  limits: ['signupByAddress'],
  changes: 'profile',
  errors: ['EMAIL_TAKEN', 'VERIFICATION_MAIL_LIMITED'],
});

export const loginOperation = defineOperation('post', '/api/auth/login', {
  access: 'public',
  summary: 'Sign in with an email address and a password',
  body: z.object({ email: emailSchema, password: claimedPassword('Password') }),
  answer: signedInSchema,
  queue: 'passwords',
  limits: ['loginByAddress', 'loginByAddressAndAccount', 'loginByAccount', 'loginByUser'],
  changes: 'profile',
  errors: ['INVALID_CREDENTIALS', 'EMAIL_NOT_VERIFIED'],
});

export const logoutOperation = defineOperation('post', '/api/auth/logout', {
  summary: 'End this session',
  answer: doneSchema,
  queue: 'auth',
  limits: [],
  changes: 'profile',
});

export const getProfileOperation = defineOperation('get', '/api/auth/profile', {
  summary: 'The signed-in account',
  answer: z.object({ user: userSchema }),
  queue: 'auth',
  limits: [],
  changes: 'nothing',
});

/** Either the profile (name, email) or the password, never both in one call. */
export const profileUpdateSchema = z
  .object({
    name: z.optional(nameSchema),
    email: z.optional(emailSchema),
    current_password: z.optional(claimedPassword('Current password')),
    password: z.optional(newPasswordSchema),
  })
  .check(
    z.refine(
      ({ password, current_password }) => password === undefined || current_password !== undefined,
      'Current password is required',
    ),
    z.refine(
      ({ password, current_password }) => current_password === undefined || password !== undefined,
      'Password is required',
    ),
    z.refine(
      ({ password, name, email }) =>
        password === undefined || (name === undefined && email === undefined),
      'Change either the profile or the password',
    ),
    z.refine((body) => Object.values(body).some((value) => value !== undefined), {
      error: 'There is nothing to change',
    }),
  );

export const updateProfileOperation = defineOperation('put', '/api/auth/profile', {
  summary: 'Change name and email, or the password',
  body: profileUpdateSchema,
  answer: z.extend(doneSchema, { user: userSchema }),
  queue: 'passwords',
  limits: ['writeByUser', 'passwordChangeByUser'],
  changes: 'profile',
  errors: ['WRONG_PASSWORD', 'GOOGLE_MANAGED_EMAIL', 'GOOGLE_MANAGED_PASSWORD', 'EMAIL_TAKEN'],
});

export const deleteAccountOperation = defineOperation('delete', '/api/auth/account', {
  summary: 'Delete the account with its projects and files',
  answer: doneSchema,
  queue: 'auth',
  limits: [],
  changes: 'profile',
});

export const listSessionsOperation = defineOperation('get', '/api/auth/sessions', {
  summary: `Your sessions, the last seen first: at most ${SESSIONS_MAX}`,
  answer: z.object({ sessions: z.array(sessionSchema) }),
  queue: 'auth',
  limits: [],
  changes: 'nothing',
});

export const endSessionOperation = defineOperation('delete', '/api/auth/sessions/{id}', {
  summary: 'End one of your sessions',
  params: z.object({ id: pathParameterSchema }),
  answer: doneSchema,
  queue: 'auth',
  limits: [],
  changes: 'profile',
  errors: ['SESSION_NOT_FOUND'],
});

export const endOtherSessionsOperation = defineOperation('delete', '/api/auth/sessions', {
  summary: 'End all your sessions but this one',
  answer: doneSchema,
  queue: 'auth',
  limits: [],
  changes: 'profile',
});

export const forgotPasswordOperation = defineOperation('post', '/api/auth/forgot-password', {
  access: 'public',
  summary: 'Request a reset link by mail; the answer is the same for any address',
  body: z.object({ email: emailSchema }),
  answer: messageSchema,
  queue: 'auth',
  limits: ['forgotPasswordByAddress', 'forgotPasswordByAddressAndAccount'],
  changes: 'nothing',
});

export const resetPasswordOperation = defineOperation('post', '/api/auth/reset-password', {
  access: 'public',
  summary: 'Choose a new password with the token of a reset link',
  body: z.object({ token: linkTokenSchema, password: newPasswordSchema }),
  answer: doneSchema,
  queue: 'passwords',
  limits: ['resetPasswordByAddress'],
  changes: 'profile',
  errors: ['INVALID_RESET_TOKEN'],
});

export const undoEmailChangeOperation = defineOperation('post', '/api/auth/undo-email-change', {
  access: 'public',
  summary: 'Take a change of address back with the token mailed to the old one; sets a password',
  description: 'The account has the old address again, and all its sessions end.',
  body: z.object({ token: linkTokenSchema, password: newPasswordSchema }),
  answer: doneSchema,
  queue: 'passwords',
  limits: ['resetPasswordByAddress'],
  changes: 'profile',
  errors: ['INVALID_UNDO_TOKEN', 'UNDO_ADDRESS_TAKEN'],
});

export const verifyEmailOperation = defineOperation('post', '/api/auth/verify-email', {
  summary: 'Confirm an address with the token of a verification link; signs in',
  description:
    'The link of a sign-up works alone. The link of a changed address needs a session of the account that asked.',
  access: 'optional-session',
  body: z.object({
    token: linkTokenSchema,
    attempt: z
      .optional(idSchema)
      .check(
        z.describe('The sign-up made on the page that opens the link, whose password then applies'),
      ),
  }),
  answer: z.extend(signedInWithMessageSchema, {
    password_reset_sent: z
      .optional(z.literal(true))
      .check(z.describe('A mail to set a password was sent')),
  }),
  queue: 'auth',
  limits: ['verifyEmailByAddress'],
  changes: 'profile',
  errors: [
    'INVALID_VERIFICATION_TOKEN',
    'EMAIL_ALREADY_VERIFIED',
    'EMAIL_TAKEN',
    'NEW_EMAIL_NEEDS_SESSION',
  ],
});

export const resendVerificationOperation = defineOperation(
  'post',
  '/api/auth/resend-verification',
  {
    access: 'public',
    summary: 'Request the verification link again; the answer is the same for any address',
    body: z.object({
      email: emailSchema,
      attempt: z
        .optional(idSchema)
        .check(z.describe('The sign-up whose mail to repeat; the newest by default')),
    }),
    answer: messageSchema,
    queue: 'auth',
    limits: ['resendByAddress'],
    changes: 'nothing',
  },
);

export const googleUrlOperation = defineOperation('get', '/api/auth/google', {
  access: 'public',
  summary: 'The URL to which the browser goes to sign in with Google',
  answer: z.object({
    authorization_url: z
      .string()
      .check(z.describe('Contains a new `state`, to compare when Google redirects back')),
  }),
  queue: 'auth',
  limits: ['googleByAddress'],
  changes: 'nothing',
  errors: ['GOOGLE_NOT_CONFIGURED'],
});

export const googleCallbackOperation = defineOperation('post', '/api/auth/google/callback', {
  access: 'public',
  summary: 'Exchange the code that Google gave the browser; signs in',
  body: z.object({
    code: z.string({ error: 'No authorization code received from Google' }).check(
      z.trim(),
      z.minLength(1, 'No authorization code received from Google'),
      z.maxLength(2048, { error: 'This authorization code is not valid', abort: true }),
      z.refine((code) => code.isWellFormed(), 'This authorization code is not valid'),
    ),
  }),
  answer: signedInWithMessageSchema,
  queue: 'auth',
  limits: ['googleByAddress'],
  changes: 'profile',
  errors: [
    'GOOGLE_CODE_REJECTED',
    'GOOGLE_EMAIL_UNVERIFIED',
    'GOOGLE_NEEDS_LINK',
    'GOOGLE_UNREACHABLE',
    'GOOGLE_NOT_CONFIGURED',
  ],
});

export const linkGoogleOperation = defineOperation('post', '/api/auth/google/link', {
  access: 'public',
  summary:
    'Link a Google account with the token of the mailed link; signs in, and ends the password',
  body: z.object({ token: linkTokenSchema }),
  answer: signedInWithMessageSchema,
  queue: 'auth',
  limits: ['googleByAddress'],
  changes: 'profile',
  errors: ['INVALID_GOOGLE_LINK'],
});
