import * as z from 'zod/mini';

import { contentOf, promiseOf } from './filenames/file-kind.js';
import { formatSize, toMegabytes } from './format-size.js';
import { MIB } from './limits.js';
import type { Project, ProjectRecord } from './project.js';

interface ErrorDefinition<Details> {
  readonly status: number;
  readonly sentence: (details: Details) => string;
}

type NoDetails = Record<never, never>;

function error<Details = NoDetails>(
  status: number,
  sentence: string | ((details: Details) => string),
): ErrorDefinition<Details> {
  return { status, sentence: typeof sentence === 'string' ? () => sentence : sentence };
}

/** The size has two decimals, with which it is more than the limit. */
function tooLarge(size: number, max: number): string {
  const shown = Math.max(size, max + MIB / 100);
  return `File too large: ${(shown / MIB).toFixed(2)}MB (max ${toMegabytes(max)}MB)`;
}

/**
 * Every refusal the product knows. Programs decide by the code, also across processes and in pages; the sentence is for
 * people and may be reworded.
 */
export const errorTable = {
  INVALID_REQUEST: error(400, (details: { reason: string }) => details.reason),
  MALFORMED_BODY: error(400, 'The request body could not be read'),
  UNSUPPORTED_BODY: error(415, 'This content type is not supported here'),
  BODY_TOO_LARGE: error(413, 'The request is too large'),
  UNREADABLE_REQUEST: error(400, 'The request could not be read'),
  REQUEST_TIMEOUT: error(408, 'The request took too long to arrive'),
  TOO_MANY_CONNECTIONS: error(429, 'There are too many connections from this address'),
  NOT_FOUND: error(404, 'There is nothing at this address'),
  METHOD_NOT_ALLOWED: error(405, 'This address does not answer this method'),
  HEADERS_TOO_LARGE: error(431, 'The request headers are too large'),
  UNAUTHENTICATED: error(401, 'Please sign in to continue'),
  IDEMPOTENCY_KEY_REUSED: error(422, 'This Idempotency-Key was already used for another request'),
  RATE_LIMITED: error(
    429,
    (details: { retryAfterSeconds: number }) =>
      `Too many attempts. Please try again in ${details.retryAfterSeconds} seconds`,
  ),
  TOO_MANY_STREAMS: error<{ retryAfterSeconds: number }>(
    429,
    'Too many open pages follow changes in this session',
  ),
  UNAVAILABLE: error(503, 'The service is temporarily unavailable. Please try again in a moment'),
  INTERNAL: error(500, 'Something went wrong on our side. Please try again'),

  VERIFICATION_MAIL_LIMITED: error(
    429,
    (details: { attempt: string; retryAfterSeconds: number }) =>
      'Your sign-up is kept, but too many mails were sent to this address. ' +
      `Please ask for the link again in ${Math.ceil(details.retryAfterSeconds / 60)} minutes`,
  ),
  NEW_EMAIL_NEEDS_SESSION: error(
    403,
    'Sign in to the account that asked for this change, then open the link again.',
  ),
  EMAIL_TAKEN: error(409, 'An account with this email already exists'),
  SIGN_IN_REPEATED: error(503, 'The sign in was interrupted. Please try again'),
  INVALID_CREDENTIALS: error(401, 'Invalid email or password'),
  EMAIL_NOT_VERIFIED: error<{ email: string; attempt?: string }>(
    403,
    'Please verify your email before logging in',
  ),
  SESSION_NOT_FOUND: error(404, 'Session not found'),
  WRONG_PASSWORD: error(400, 'Current password is incorrect'),
  GOOGLE_MANAGED_EMAIL: error(403, 'Email is managed by your Google account'),
  GOOGLE_MANAGED_PASSWORD: error(403, 'Password is managed by your Google account'),
  INVALID_RESET_TOKEN: error(400, 'This reset link is invalid or has expired'),
  INVALID_VERIFICATION_TOKEN: error(400, 'This verification link is invalid or has expired'),
  INVALID_UNDO_TOKEN: error(400, 'This link was used or has expired, or its account was deleted'),
  UNDO_ADDRESS_TAKEN: error(
    409,
    'Another account has this address by now. Delete that account or change its address, then open this link again',
  ),
  EMAIL_ALREADY_VERIFIED: error(400, 'This email is verified already. Please sign in'),
  GOOGLE_NOT_CONFIGURED: error(
    503,
    'Signing in with Google is not possible here. Use your email and password instead.',
  ),
  GOOGLE_CODE_REJECTED: error(400, 'Google did not accept this sign in. Please try again'),
  GOOGLE_NEEDS_LINK: error(
    409,
    'This email has an account already. We sent it a mail with a link to sign in to it with Google, too',
  ),
  INVALID_GOOGLE_LINK: error(400, 'This link is invalid or has expired'),
  GOOGLE_EMAIL_UNVERIFIED: error(400, 'Please verify your email with Google before signing in'),
  GOOGLE_UNREACHABLE: error(502, 'Google could not be reached. Please try again'),

  PROJECT_NOT_FOUND: error(404, 'Project not found'),
  PROJECT_CHANGED: error<{ project: ProjectRecord | Project; revision: string }>(
    412,
    'This project was changed in the meantime',
  ),
  FILE_NOT_FOUND: error(404, 'File not found'),
  FILE_CHANGED: error(412, 'This file is not the one it was'),
  FILE_DAMAGED: error(
    500,
    'This file is damaged: what is stored is not what was uploaded. Please upload it again',
  ),
  NO_FILE: error(400, 'Please select a file first'),
  NO_PROJECT_ID: error(400, 'project_id is required'),
  TOO_MANY_FILES: error(
    400,
    (details: { max: number }) => `At most ${details.max} files can be uploaded at once`,
  ),
  FILE_EMPTY: error(400, (details: { filename: string }) => `${details.filename} is empty`),
  FILE_NOT_AS_SENT: error(
    400,
    (details: { filename: string }) =>
      `${details.filename} did not arrive as it was sent. Please upload it again`,
  ),
  FILE_TOO_LARGE: error(413, (details: { filename: string; size: number; max: number }) =>
    tooLarge(details.size, details.max),
  ),
  QUOTA_EXCEEDED: error(
    413,
    (details: { needed: number; available: number; quota: number; filename?: string }) =>
      `Not enough storage space: ${formatSize(details.needed, Math.ceil)} needed, ` +
      `${formatSize(details.available, Math.floor)} of ${formatSize(details.quota)} left`,
  ),
  FILE_COUNT_EXCEEDED: error(
    409,
    (details: { max: number }) =>
      `You can keep at most ${details.max} files. Please delete some of them first`,
  ),
  FILE_TYPE_NOT_ALLOWED: error(
    415,
    (details: { filename: string }) =>
      `${details.filename} is not a supported type. ` +
      'Images, videos, pdf, doc, docx and txt files are accepted',
  ),
  FILE_NOT_RECOGNIZED: error(
    415,
    ({ filename }: { filename: string }) =>
      `${filename} is not ${promiseOf(filename)} we can recognise`,
  ),
  FILE_NOT_AS_NAMED: error(
    415,
    ({ filename, contentType }: { filename: string; contentType: string }) =>
      `${filename} is named like ${promiseOf(filename)} and holds ${contentOf(contentType)}. ` +
      'Please give it the extension of what it is',
  ),
  UPLOAD_EXPIRED: error(503, 'The upload took too long. Please try again'),
} as const;

export type ErrorCode = keyof typeof errorTable;
export const errorCodes = Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]];
export type ErrorDetails<Code extends ErrorCode> = Parameters<
  (typeof errorTable)[Code]['sentence']
>[0];

const wireErrorSchema = z.readonly(
  z.object({
    code: z.custom<ErrorCode>(
      (code) => typeof code === 'string' && Object.hasOwn(errorTable, code),
    ),
    details: z.record(z.string(), z.unknown()),
  }),
);

/** The form in which an error travels between processes. */
export type WireError = z.infer<typeof wireErrorSchema>;

export function isWireError(value: unknown): value is WireError {
  return wireErrorSchema.safeParse(value).success;
}

export function errorStatus(code: ErrorCode): number {
  return errorTable[code].status;
}

/** The public sentence of an error. Details come from the thrower, whose types were checked there. */
export function errorSentence({ code, details }: WireError): string {
  const sentence = errorTable[code].sentence as (details: WireError['details']) => string;
  return sentence(details);
}
