import fc, { type Arbitrary } from 'fast-check';

import type { Schema } from '../../support/openapi.ts';

/** Texts that break software which does not expect them. */
const HOSTILE_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\ufeff',
  '\u202e',
  '\r\nSet-Cookie: a=b',
  "' OR 1=1 --",
  '"; DROP TABLE accounts; --',
  '<script>alert(1)</script>',
  '{{7*7}}${7*7}<%= 7*7 %>',
  '../../../etc/passwd',
  '..\\..\\windows',
  '%00%2e%2e%2f',
  '__proto__',
  'constructor',
  'null',
  'NaN',
  '-1',
  '1e309',
  '9007199254740993',
  '\u0130\u0131\u017f\u212a',
  '𝕊𝕥𝕦𝕕𝕚𝕠',
  'a'.repeat(255),
  '🎞'.repeat(150),
  'x'.repeat(20_000),
];

const HOSTILE_NUMBERS = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324];

export const hostileText: Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXTS),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
);

/** A value of any kind, whatever was asked for. */
export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...HOSTILE_NUMBERS) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]]) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
);

/** Fields whose schema says less than the product expects of them. */
const BY_NAME: Record<string, Arbitrary<unknown>> = {
  email: fc.uuid().map((id) => `${id}@studio.example`),
  status: fc.constantFrom('todo', 'InProgress', 'review', 'done', 'blocked', 'cancelled', ''),
  password: fc.constantFrom('golden-hour-6', 'silver-hour-7'),
  current_password: fc.constantFrom('golden-hour-6', 'silver-hour-7', 'wrong'),
};

function textOf({ minLength = 0, maxLength = 200, format }: Schema): Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  const bounds = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 300)) };
  return fc.oneof(fc.string(bounds), fc.string({ ...bounds, unit: 'grapheme' }));
}

function objectOf({ properties = {}, required = [] }: Schema): Arbitrary<unknown> {
  const fields: Record<string, Arbitrary<unknown>> = {};
  for (const [name, schema] of Object.entries(properties)) {
    fields[name] = BY_NAME[name] ?? valueOf(schema);
  }
  return fc.record(fields, { requiredKeys: required });
}

/** Values that the schema allows. */
export function valueOf(schema: Schema): Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueOf));
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const types = [schema.type ?? 'string'].flat();
  return fc.oneof(...types.map((type) => typed(type, schema)));
}

function typed(type: string, schema: Schema): Arbitrary<unknown> {
  const { minimum: min = -1000, maximum: max = 1000 } = schema;
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
    case 'number':
      return fc.integer({ min, max });
    case 'array':
      return fc.array(valueOf(schema.items ?? {}), { maxLength: 3 });
    case 'object':
      return objectOf(schema);
    default:
      return textOf(schema);
  }
}
