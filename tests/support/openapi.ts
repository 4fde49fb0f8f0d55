import { Api } from '@studiolo/testing/api';
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** One documented call, as far as the tests read it. */
export interface DocumentedOperation {
  operationId: string;
  method: string;
  path: string;
  security: unknown[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

interface OpenApiDocument {
  paths: Record<string, Record<string, Omit<DocumentedOperation, 'method' | 'path'>>>;
}

const DOCUMENT = 'openapi';

/** The OpenAPI description that the running gateway serves; checks answers against it. */
export async function readOpenApi() {
  const served = await new Api().fetch('/api/docs/openapi.json');
  const document = (await served.json()) as OpenApiDocument;
  const schemas = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });
  formats.default(schemas);
  schemas.addSchema(document, DOCUMENT);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
  );

  /** How an answer contradicts the description; empty when its status and body are documented. */
  async function complaints(operation: DocumentedOperation, answer: Response): Promise<string[]> {
    const { status } = answer;
    const type = answer.headers.get('content-type');
    const text = await answer.text();
    const documented = operation.responses[status];
    if (!documented) return [`status ${status} is not documented: ${text.slice(0, 200)}`];
    if (!documented.content?.['application/json']) return [];
    if (!type?.startsWith('application/json')) return [`it says to be ${type}, not JSON`];
    const { path, method } = operation;
    const pointer = ['paths', path, method, 'responses', String(status)]
      .map((part) => part.replaceAll('/', '~1'))
      .join('/');
    const schema = `${DOCUMENT}#/${pointer}/content/application~1json/schema`;
    schemas.validate(encodeURI(schema), parsed(text));
    return (schemas.errors ?? []).map(sentence);
  }

  return { operations, complaints };
}

/** A text that is not JSON is taken as it is, which matches no schema. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const sentence = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || 'body'} ${message ?? ''} ${JSON.stringify(params)}`;
