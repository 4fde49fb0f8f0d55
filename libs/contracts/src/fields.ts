import { z } from 'zod';

import {
  EMAIL_MAX_LENGTH,
  HEADER_MAX_LENGTH,
  LINK_TOKEN_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PATH_PARAMETER_MAX_LENGTH,
} from './limits.js';

// eslint-disable-next-line no-control-regex -- naming the control characters is the point
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/;
// eslint-disable-next-line no-control-regex -- the same, but line breaks and tabs may stay
const CONTROL_EXCEPT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

/** PostgreSQL refuses NUL and lone surrogates; refusing them here gives a sentence instead of an error. */
const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed();

function boundedText(label: string, max: number, forbidden: RegExp) {
  return z
    .string({ error: `${label} is required` })
    .trim()
    .max(max, { error: `${label} can have at most ${max} characters`, abort: true })
    .refine((value) => isStorable(value) && !forbidden.test(value), {
      error: `${label} contains characters that are not allowed`,
    });
}

/** One trimmed, non-empty line. */
export const line = (label: string, max: number) =>
  boundedText(label, max, CONTROL).min(1, `${label} is required`);

/** An optional text; absent, null and blank are all null. */
const optional = (text: z.ZodType<string, string>) =>
  text.nullish().transform((value) => (value === undefined || value === '' ? null : value));

export const optionalLine = (label: string, max: number) =>
  optional(boundedText(label, max, CONTROL));
export const optionalText = (label: string, max: number) =>
  optional(boundedText(label, max, CONTROL_EXCEPT_LINES));

/** Limits only the length of a header or path segment; its reader checks the content. */
export const headerSchema = z.string().max(HEADER_MAX_LENGTH);
export const pathParameterSchema = z.string().max(PATH_PARAMETER_MAX_LENGTH);

export const idSchema = z.uuid('This is not a valid id');

/** Times on the wire: UTC, ISO 8601. */
export const timestampSchema = z.iso.datetime();

export const emailSchema = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, 'Email is required')
  .max(EMAIL_MAX_LENGTH, `Email can have at most ${EMAIL_MAX_LENGTH} characters`)
  .toLowerCase()
  .pipe(z.email('Please enter a valid email address'));

export const nameSchema = line('Name', NAME_MAX_LENGTH);

const passwordText = z
  .string({ error: 'Password is required' })
  .max(PASSWORD_MAX_LENGTH, {
    error: `Password can have at most ${PASSWORD_MAX_LENGTH} characters`,
    abort: true,
  })
  .refine((value) => value.isWellFormed(), 'Password contains characters that are not allowed');

/** A password someone chooses. */
export const newPasswordSchema = passwordText.min(
  PASSWORD_MIN_LENGTH,
  `Password must be at least ${PASSWORD_MIN_LENGTH} characters`,
);

/** A password someone claims to have: only its presence is checked. */
export const passwordSchema = passwordText.min(1, 'Password is required');

/** A token from a mail link. Its form does not say whether it is valid. */
export const linkTokenSchema = z
  .string({ error: 'A token is required' })
  .min(1, 'A token is required')
  .max(LINK_TOKEN_MAX_LENGTH, { error: 'This link is not valid', abort: true })
  .refine(isStorable, 'This link is not valid');
