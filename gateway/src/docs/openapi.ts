import {
  errorAnswerSchema,
  type ErrorCode,
  errorStatus,
  type NamedOperation,
  type Operation,
  operations,
} from '@studiolo/contracts';
import { z } from 'zod';
import {
  createDocument,
  type ZodOpenApiOperationObject,
  type ZodOpenApiResponsesObject,
} from 'zod-openapi';

/** By access; without one, a call needs a session. */
const SECURITY = { public: [], 'optional-session': [{}, { session: [] }] };

/** The OpenAPI 3.1 description of the API, made from the schemas that check its requests. */
export function openApiDocument() {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {};
  for (const operation of operations)
    (paths[operation.path] ??= {})[operation.method] = describe(operation);
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Studiolo',
      version: '0.1.0',
      description: 'Projects and their files for photographers and videographers',
    },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  });
}

function describe(operation: NamedOperation): ZodOpenApiOperationObject {
  const { id, summary, description, tag, access } = operation;
  const { headers: header, params: path, query } = operation;
  return {
    operationId: id,
    summary,
    ...(description && { description }),
    tags: [tag],
    security: access ? SECURITY[access] : [{ session: [] }],
    requestParams: { ...(header && { header }), ...(path && { path }), ...(query && { query }) },
    ...requestBody(operation),
    responses: { ...success(operation), ...refusals(operation) },
  };
}

function requestBody({ body, bodyType }: Operation) {
  if (!body) return {};
  const mediaType = bodyType === 'multipart' ? 'multipart/form-data' : 'application/json';
  return { requestBody: { required: true, content: { [mediaType]: { schema: body } } } };
}

function success({ status, answer, hasEtag }: Operation): ZodOpenApiResponsesObject {
  if (answer === 'events') {
    const content = { 'text/event-stream': { schema: { type: 'string' as const } } };
    return { '200': { description: 'A stream that goes on', content } };
  }
  if (answer !== 'binary') {
    const headers = hasEtag && { headers: version };
    return { [status ?? 200]: { description: 'Done', content: json(answer), ...headers } };
  }
  const bytes = { '*/*': { schema: { type: 'string' as const, format: 'binary' } } };
  const range = z.object({ 'Content-Range': z.string() });
  const named = version.extend({ 'Content-Disposition': z.string() });
  const part = named.extend(range.shape);
  return {
    '200': { description: 'The whole file', content: bytes, headers: named },
    '206': { description: 'The range that was asked for', content: bytes, headers: part },
    '304': { description: 'The file is still the one the client has', headers: version },
    '416': { description: 'The file has no such range', headers: range },
  };
}

/** Every error an operation can return: its own, and those of its access, limits and input. */
function errorsOf({ access, limits, body, headers, params, query, errors = [] }: Operation) {
  const hasInput = body ?? query ?? headers ?? params;
  return new Set<ErrorCode>([
    ...errors,
    ...(access ? [] : (['UNAUTHENTICATED'] as const)),
    ...(limits.length > 0 ? (['RATE_LIMITED'] as const) : []),
    ...(hasInput ? (['INVALID_REQUEST'] as const) : []),
    ...(body ? (['MALFORMED_BODY', 'BODY_TOO_LARGE', 'UNSUPPORTED_BODY'] as const) : []),
    ...(['HEADERS_TOO_LARGE', 'INTERNAL', 'UNAVAILABLE'] as const),
  ]);
}

/** One entry for each status, naming every code behind it. */
function refusals(operation: Operation): ZodOpenApiResponsesObject {
  const byStatus = Object.groupBy(errorsOf(operation), (code) => String(errorStatus(code)));
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, codes = []]) => {
      const headers = codes.includes('PROJECT_CHANGED') && { headers: version };
      return [
        status,
        { description: codes.join(', '), content: json(errorAnswerSchema), ...headers },
      ];
    }),
  );
}

const version = z.object({
  ETag: z.string().describe('Identifies the current version, for If-Match'),
});

const json = (schema: Exclude<Operation['answer'], string>) => ({
  'application/json': { schema },
});
