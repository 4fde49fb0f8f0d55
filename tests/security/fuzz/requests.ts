import fc, { type Arbitrary } from 'fast-check';

import type { DocumentedOperation, Parameter, Schema } from '../../support/openapi.ts';
import { type Body, formBody, jsonBody, rawBody } from './bodies.ts';
import { hostileText, valueOf } from './values.ts';

/** One generated request. `{project}` and `{file}` in its path are replaced by those of an existing file. */
export interface FuzzRequest {
  operation: DocumentedOperation;
  identity: 'owner' | 'nobody' | 'impostor';
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

const LIVING: Record<string, string> = {
  ...{ id: '{project}', projectId: '{project}', file: '{file}', filename: '{file}' },
};

const identities = fc.constantFrom<FuzzRequest['identity'][]>(
  ...Array.from({ length: 18 }, () => 'owner' as const),
  ...(['nobody', 'impostor'] as const),
);

/** Longer addresses are refused before they are matched to a route. */
const LONGEST_ADDRESS_PART = 1_000;
const encoded = (text: string): string =>
  encodeURIComponent(text.slice(0, LONGEST_ADDRESS_PART).toWellFormed());

const pathText = (name: string): Arbitrary<string> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.constant(LIVING[name] ?? name) },
    { weight: 1, arbitrary: fc.uuid() },
    { weight: 3, arbitrary: hostileText.map((text) => encoded(text) || '-') },
    { weight: 1, arbitrary: fc.constantFrom('%zz', '%', '%c3%28', '%00', '..%2f..', 'a;b', '%2e') },
  );

const parametersIn = ({ parameters = [] }: DocumentedOperation, place: Parameter['in']) =>
  parameters.filter((parameter) => parameter.in === place);

function pathOf(operation: DocumentedOperation): Arbitrary<string> {
  const names = parametersIn(operation, 'path').map(({ name }) => name);
  const fill = (texts: readonly string[]) =>
    names.reduce(
      (path, name, index) => path.replace(`{${name}}`, () => texts[index] ?? ''),
      operation.path,
    );
  return fc.tuple(...names.map(pathText)).map(fill);
}

/** Mostly what the schema allows: what a parser refuses reaches no other code. */
const likely = (schema: Schema): Arbitrary<unknown> =>
  fc.oneof({ weight: 2, arbitrary: valueOf(schema) }, { weight: 1, arbitrary: hostileText });

const text = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

function queryOf(operation: DocumentedOperation): Arbitrary<string> {
  const known = parametersIn(operation, 'query').map(({ name, schema }) =>
    likely(schema).map((value) => `${encoded(name)}=${encoded(text(value))}`),
  );
  if (known.length === 0) return fc.constant('');
  const unknown = fc.tuple(hostileText, hostileText).map((pair) => pair.map(encoded).join('='));
  return fc
    .array(fc.oneof(...known, ...known, unknown), { maxLength: 3 })
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.join('&')}`));
}

const LONGEST_HEADER = 2_000;
/** Node refuses to send other characters. */
const headerText = (value: unknown): string =>
  text(value)
    .replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, LONGEST_HEADER);

const RANGES = ['bytes=0-9', 'bytes=-1', 'bytes=5-2', 'bytes=999999999-', 'bytes=0-,0-', 'lines=1'];

function headersOf(operation: DocumentedOperation): Arbitrary<Record<string, string>> {
  const fields: Record<string, Arbitrary<string>> = {};
  for (const { name, schema } of parametersIn(operation, 'header')) {
    fields[name] = fc.oneof(likely(schema), fc.constantFrom(...RANGES, '*', '""')).map(headerText);
  }
  return fc.record(fields, { requiredKeys: [] }) as Arbitrary<Record<string, string>>;
}

function bodyOf({ requestBody }: DocumentedOperation): Arbitrary<Body | undefined> {
  if (!requestBody) return fc.constant(undefined);
  const schema = requestBody.content['application/json']?.schema;
  if (schema) return jsonBody(schema);
  return fc.oneof({ weight: 9, arbitrary: formBody }, { weight: 1, arbitrary: rawBody });
}

/** Requests to one documented call, from good ones to nonsense. */
export function requestsTo(operation: DocumentedOperation): Arbitrary<FuzzRequest> {
  return fc
    .record({
      identity: identities,
      path: pathOf(operation),
      query: queryOf(operation),
      headers: headersOf(operation),
      body: bodyOf(operation),
    })
    .map(({ identity, path, query, headers, body }) => ({
      operation,
      identity,
      path: path + query,
      headers: { ...headers, ...(body && { 'content-type': body.type }) },
      ...(body && { body: body.bytes }),
    }));
}
