import * as z from 'zod/mini';

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
  return text(label).check(
    z.overwrite((value: string) => (VISIBLE.test(value) ? clean(value) : '')),
    z.trim(),
    atMost(label, max),
    z.refine(isStorable, { error: `${label} contains characters that are not allowed` }),
  );
}

/** One trimmed, non-empty line. */
export const line = (label: string, max: number) =>
  boundedText(label, max, toLine).check(z.minLength(1, `${label} is required`));

/** An optional text; absent, null and blank are all null. */
const optional = (schema: z.ZodMiniType<string, string>) =>
  z.pipe(
    z.nullish(schema),
    z.transform((value) => (value === undefined || value === '' ? null : value)),
  );

export const optionalLine = (label: string, max: number) =>
  optional(boundedText(label, max, toLine));
export const optionalText = (label: string, max: number) =>
  optional(boundedText(label, max, toLines));

/** PostgreSQL's calendar has no year 0. */
const FIRST_DAY = '0001-01-01';

/** An optional day of the calendar, which has neither a time nor a time zone: `2026-12-24`. */
export const optionalDay = (label: string) =>
  optional(
    text(label).check(
      z.trim(),
      z.refine(
        (value) => value === '' || (z.iso.date().safeParse(value).success && value >= FIRST_DAY),
        `${label} is not a day such as 2026-12-24`,
      ),
    ),
  );

/** Limits only the length of a header or path segment; its reader checks the content. */
export const headerSchema = z.string().check(z.maxLength(1024));
export const pathParameterSchema = z.string().check(z.maxLength(PATH_PARAMETER_MAX_LENGTH));

export const idSchema = z.uuid('This is not a valid id');

export const countSchema = z.int().check(z.nonnegative());

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

export const emailSchema = z
  .pipe(
    text('Email').check(
      z.trim(),
      z.minLength(1, 'Email is required'),
      atMost('Email', EMAIL_MAX_LENGTH),
      z.overwrite(inOneForm),
      z.meta({ format: 'email' }),
    ),
    z.email({ pattern: EMAIL, error: 'Please enter a valid email address' }),
  )
  // Checked again, because punycode is longer than what was typed.
  .check(atMost('Email', EMAIL_MAX_LENGTH));

/** A person's name: mails to others carry it, so it must neither lead anywhere nor add a line. */
export const nameSchema = z.pipe(
  text('Name').check(
    z.trim(),
    atMost('Name', NAME_MAX_LENGTH),
    z.refine((name) => name.search(LINE_BREAKS) < 0, 'Name must be one line'),
    z.refine((name) => !/:\/\/|www\./i.test(name), 'Name cannot contain a web address'),
  ),
  line('Name', NAME_MAX_LENGTH),
);

/** The limit is far above any passphrase, and keeps a megabyte of "password" away from the hash. */
const passwordText = (label: string) =>
  text(label).check(
    atMost(label, 256),
    z.refine((value) => value.isWellFormed(), `${label} contains characters that are not allowed`),
  );

/** A password someone chooses. */
export const newPasswordSchema = passwordText('Password').check(
  z.minLength(PASSWORD_MIN_LENGTH, `Password must be at least ${PASSWORD_MIN_LENGTH} characters`),
);

/** A password someone claims to have: only its presence is checked. */
export const claimedPassword = (label: string) =>
  passwordText(label).check(z.minLength(1, `${label} is required`));

/** A token from a mail link. Its form does not say whether it is valid. */
export const linkTokenSchema = z
  .string({ error: 'A token is required' })
  .check(
    z.minLength(1, 'A token is required'),
    z.maxLength(512, { error: 'This link is not valid', abort: true }),
    z.refine(isStorable, 'This link is not valid'),
  );

const INVALID_KEY = 'The Idempotency-Key is not valid';

export const idempotencyKey = z
  .string()
  .check(
    z.maxLength(200, INVALID_KEY),
    z.regex(/^[\x21-\x7e]+$/, INVALID_KEY),
    z.describe(
      '1 to 200 visible ASCII characters; a repeat under the same key has no second effect for 24 hours',
    ),
  );
