import * as z from 'zod/mini';

import { authMessages, operations, projectMessages, storageMessages } from './index.js';

/** The parts of a schema that accept a text or a list of any length. */
function unlimitedParts(schema: z.core.$ZodType): string[] {
  return withoutEnd(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), []);
}

type Part = z.core.JSONSchema.BaseSchema;

function withoutEnd(part: Part, path: string[]): string[] {
  const inside = Object.entries(part).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null ? withoutEnd(value as Part, [...path, key]) : [],
  );
  return hasNoEnd(part) ? [path.join('.'), ...inside] : inside;
}

function hasNoEnd({ type, format, maxLength, maxItems, ...rest }: Part): boolean {
  const types: unknown[] = [type].flat();
  if (types.includes('array')) return maxItems === undefined;
  // The bytes of a file are counted while they arrive; an id has a fixed length.
  if (!types.includes('string') || format === 'binary' || format === 'uuid') return false;
  return maxLength === undefined && rest.enum === undefined && rest.const === undefined;
}

const parts = ['headers', 'params', 'query', 'body'] as const;
const messages = Object.values({ ...authMessages, ...projectMessages, ...storageMessages });

test.each(operations.map((operation) => [operation.id, operation] as const))(
  'every text and list that the call %s takes has a limit',
  (_id, operation) => {
    for (const part of parts) {
      const schema = operation[part];
      expect({ [part]: schema ? unlimitedParts(schema) : [] }).toEqual({ [part]: [] });
    }
  },
);

test.each(messages.map(({ pattern, request }) => [pattern, request] as const))(
  'every text and list in a request of %s has a limit',
  (_pattern, request) => {
    expect(unlimitedParts(request)).toEqual([]);
  },
);

test('a text or a list without a limit is found at any depth', () => {
  const text = z.string();
  const schema = z.object({
    limited: z.array(text.check(z.maxLength(1))).check(z.maxLength(1)),
    id: z.uuid(),
    kind: z.enum(['a', 'b']),
    plain: text,
    trimmed: z.optional(text.check(z.trim())),
    email: z.email(),
    nullable: z.nullish(text),
    many: z.array(z.object({ deep: text })),
  });
  expect(unlimitedParts(schema)).toEqual([
    'properties.plain',
    'properties.trimmed',
    'properties.email',
    'properties.nullable',
    'properties.many',
    'properties.many.items.properties.deep',
  ]);
});
