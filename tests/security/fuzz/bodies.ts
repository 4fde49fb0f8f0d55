import { jpeg } from '@studiolo/testing/samples';
import fc, { type Arbitrary } from 'fast-check';

import type { Schema } from '../../support/openapi.ts';
import { hostileText, hostileValue, valueOf } from './values.ts';

export interface Body {
  type: string;
  bytes: Buffer;
}

/** Is replaced by the id of an existing project, which has the same length. */
export const PROJECT_PLACE = '00000000-0000-0000-0000-0000000fffff';

const json = (value: unknown): Body => ({
  type: 'application/json',
  bytes: Buffer.from(JSON.stringify(value)),
});

const withFieldChanged = (schema: Schema): Arbitrary<Body> =>
  fc
    .tuple(
      valueOf(schema),
      fc.constantFrom('x', ...Object.keys(schema.properties ?? {})),
      hostileValue,
    )
    .map(([value, name, hostile]) => json({ ...(value as object), [name]: hostile }));

const withFieldsAdded = (schema: Schema): Arbitrary<Body> =>
  fc
    .tuple(valueOf(schema), fc.dictionary(hostileText, hostileValue, { maxKeys: 4 }))
    .map(([value, more]) => json({ ...more, ...(value as object) }));

const RAW = [
  '',
  '{',
  '[]',
  'null',
  '5',
  '"x"',
  '{"__proto__":{"a":1}}',
  '{"a":1,"a":2}',
  '\ufeff{}',
];
const TYPES = [
  'application/json',
  'text/plain',
  'application/xml',
  'application/json;charset=utf-7',
];
const noise = (maxLength: number) =>
  fc.uint8Array({ maxLength }).map((bytes) => Buffer.from(bytes));

/** Bodies made without a schema. */
export const rawBody: Arbitrary<Body> = fc.record({
  type: fc.constantFrom(...TYPES),
  bytes: fc.oneof(
    fc.constantFrom(...RAW).map((text) => Buffer.from(text)),
    noise(200),
  ),
});

/** JSON bodies: what the schema allows, the same with something wrong, and anything. */
export function jsonBody(schema: Schema): Arbitrary<Body> {
  return fc.oneof(
    { weight: 4, arbitrary: valueOf(schema).map(json) },
    { weight: 5, arbitrary: withFieldChanged(schema) },
    { weight: 2, arbitrary: withFieldsAdded(schema) },
    { weight: 1, arbitrary: hostileValue.map(json) },
    { weight: 1, arbitrary: rawBody },
  );
}

const BOUNDARY = 'fuzz';
const quoted = (text: string): string => text.replaceAll(/[\r\n"]/g, '_');

function part(attributes: string, content: Buffer | string): Buffer {
  const head = `Content-Disposition: form-data; ${attributes}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content as string)]);
}

const filePart: Arbitrary<Buffer> = fc
  .record({
    field: fc.constantFrom('file', 'files', 'other'),
    name: fc.oneof(hostileText, fc.constantFrom('photo.jpg', 'note.txt')),
    content: fc.oneof(
      fc.integer({ min: 300, max: 2_000 }).map((size) => jpeg(size)),
      noise(300),
      hostileText.map((text) => Buffer.from(text)),
    ),
  })
  .map(({ field, name, content }) => part(`name="${field}"; filename="${quoted(name)}"`, content));

const fieldPart: Arbitrary<Buffer> = fc
  .tuple(fc.oneof(fc.constant('project_id'), hostileText), fc.oneof(fc.uuid(), hostileText))
  .map(([name, value]) => part(`name="${quoted(name)}"`, value));

const parts = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(part('name="project_id"', PROJECT_PLACE)) },
    { weight: 4, arbitrary: filePart },
    { weight: 1, arbitrary: fieldPart },
  ),
  { maxLength: 5 },
);

/** Multipart forms, the end of some of which is missing. */
export const formBody: Arbitrary<Body> = fc
  .record({ parts, isCut: fc.constantFrom(false, false, true) })
  .map(({ parts, isCut }) => ({
    type: `multipart/form-data; boundary=${BOUNDARY}`,
    bytes: Buffer.concat([
      ...parts.flatMap((one) => [Buffer.from(`--${BOUNDARY}\r\n`), one, Buffer.from('\r\n')]),
      Buffer.from(isCut ? '' : `--${BOUNDARY}--\r\n`),
    ]),
  }));
