import { z } from 'zod';

import {
  EMAIL_MAX_LENGTH,
  NAME_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  PATH_PARAMETER_MAX_LENGTH,
} from './limits.js';

const LINE_BREAKS = /\r\n|[\r\n\v\f\u0085\u2028\u2029]/g;
const CONTROLS = /\p{Control}/gu;
const CONTROLS_EXCEPT_LINES = /(?![\t\r\n])\p{Control}/gu;
/** U+2800 is a Braille pattern without dots. */
const VISIBLE = /[^\s\p{Control}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** PostgreSQL refuses NUL and lone surrogates; refusing them here gives a sentence instead of an error. */
const isStorable = (value: string) => !value.includes('\0') && value.isWellFormed();

/** One line, as pasted from anywhere: line breaks and control characters become spaces. */
const toLine = (value: string) => value.replaceAll(LINE_BREAKS, ' ').replaceAll(CONTROLS, ' ');
/** The same for several lines: every kind of line break becomes one, and tabs stay. */
const toLines = (value: string) =>
  value.replaceAll(/[\v\f\u0085\u2028\u2029]/g, '\n').replaceAll(CONTROLS_EXCEPT_LINES, ' ');

/** A longer text fails without any further check. */
const atMost = (label: string, max: number) =>
  z.maxLength(max, { error: `${label} can have at most ${max} characters`, abort: true });

export const text = (label: string) =>
  z.string({
    error: ({ input }) => `${label} ${(input ?? null) === null ? 'is required' : 'must be a text'}`,
  });

/** A text in which nothing can be seen counts as empty. */
function boundedText(label: string, max: number, clean: (value: string) => string) {
  return text(label)
    .overwrite((value) => (VISIBLE.test(value) ? clean(value) : ''))
    .trim()
    .check(atMost(label, max))
    .refine(isStorable, { error: `${label} contains characters that are not allowed` });
}

/** One trimmed, non-empty line. */
export const line = (label: string, max: number) =>
  boundedText(label, max, toLine).min(1, `${label} is required`);

/** An optional text; absent, null and blank are all null. */
const optional = (schema: z.ZodType<string, string>) =>
  schema.nullish().transform((value) => (value === undefined || value === '' ? null : value));

export const optionalLine = (label: string, max: number) =>
  optional(boundedText(label, max, toLine));
export const optionalText = (label: string, max: number) =>
  optional(boundedText(label, max, toLines));

/** PostgreSQL's calendar has no year 0. */
const FIRST_DAY = '0001-01-01';

/** An optional day of the calendar, which has neither a time nor a time zone: `2026-12-24`. */
export const optionalDay = (label: string) =>
  optional(
    text(label)
      .trim()
      .refine(
        (value) => value === '' || (z.iso.date().safeParse(value).success && value >= FIRST_DAY),
        `${label} is not a day such as 2026-12-24`,
      ),
  );

/** Limits only the length of a header or path segment; its reader checks the content. */
export const headerSchema = z.string().max(1024);
export const pathParameterSchema = z.string().max(PATH_PARAMETER_MAX_LENGTH);

export const idSchema = z.uuid('This is not a valid id');

/** Times on the wire: UTC, ISO 8601. */
export const timestampSchema = z.iso.datetime();

/** What a browser's email field accepts (the HTML standard), with a domain of at least two names and no IPv4 address. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/;

/** Of ASCII only these: the URL parser would end the host at others, decode them or leave them out. */
const UNICODE_DOMAIN = /^(?!\p{ASCII}*$)[a-z0-9.\-\P{ASCII}]+$/u;

/** One form for each address: lower case, and a domain in Unicode as its punycode. */
function inOneForm(address: string): string {
  const [local, domain = '', ...rest] = address.toLowerCase().split('@');
  if (rest.length > 0 || !UNICODE_DOMAIN.test(domain)) return address.toLowerCase();
  return `${local}@${URL.parse(`http://${domain}`)?.hostname ?? domain}`;
}

export const emailSchema = text('Email')
  .trim()
  .min(1, 'Email is required')
  .check(atMost('Email', EMAIL_MAX_LENGTH))
  .overwrite(inOneForm)
  .meta({ format: 'email' })
  .pipe(z.email({ pattern: EMAIL, error: 'Please enter a valid email address' }))
  // Checked again, because punycode is longer than what was typed.
  .check(atMost('Email', EMAIL_MAX_LENGTH));

/** A person's name: mails to others carry it, so it must neither lead anywhere nor add a line. */
export const nameSchema = text('Name')
  .trim()
  .check(atMost('Name', NAME_MAX_LENGTH))
  .refine((name) => name.search(LINE_BREAKS) < 0, 'Name must be one line')
  .refine((name) => !/:\/\/|www\./i.test(name), 'Name cannot contain a web address')
  .pipe(line('Name', NAME_MAX_LENGTH));

/** The limit is far above any passphrase, and keeps a megabyte of "password" away from the hash. */
const passwordText = (label: string) =>
  text(label)
    .check(atMost(label, 256))
    .refine((value) => value.isWellFormed(), `${label} contains characters that are not allowed`);

/** A password someone chooses. */
export const newPasswordSchema = passwordText('Password').min(
  PASSWORD_MIN_LENGTH,
  `Password must be at least ${PASSWORD_MIN_LENGTH} characters`,
);

/** A password someone claims to have: only its presence is checked. */
export const claimedPassword = (label: string) =>
  passwordText(label).min(1, `${label} is required`);

/** A token from a mail link. Its form does not say whether it is valid. */
export const linkTokenSchema = z
  .string({ error: 'A token is required' })
  .min(1, 'A token is required')
  .max(512, { error: 'This link is not valid', abort: true })
  .refine(isStorable, 'This link is not valid');

const INVALID_KEY = 'The Idempotency-Key is not valid';

export const idempotencyKey = z
  .string()
  .max(200, INVALID_KEY)
  .regex(/^[\x21-\x7e]+$/, INVALID_KEY)
  .describe(
    '1 to 200 visible ASCII characters; a repeat under the same key has no second effect for 24 hours',
  );
