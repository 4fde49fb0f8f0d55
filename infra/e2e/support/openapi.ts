import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { Api } from './api.ts';

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

/** The description that the running gateway serves, and what it says about an answer. */
export class OpenApi {
  readonly operations: DocumentedOperation[];
  private readonly schemas = new Ajv2020({ strict: false, validateSchema: false, allErrors: true });

  private constructor(document: OpenApiDocument) {
    formats.default(this.schemas);
    this.schemas.addSchema(document, DOCUMENT);
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
    );
  }

  static async read(): Promise<OpenApi> {
    const answer = await new Api().fetch('/api/docs/openapi.json');
    return new OpenApi((await answer.json()) as OpenApiDocument);
  }

  operation(id: string): DocumentedOperation {
    const found = this.operations.find(({ operationId }) => operationId === id);
    if (!found) throw new Error(`${id} is not documented`);
    return found;
  }

  /** What the description has against an answer: nothing, when its status and body are documented. */
  async complaints(operation: DocumentedOperation, answer: Response): Promise<string[]> {
    const { status } = answer;
    const documented = operation.responses[status];
    const text = await answer.text();
    if (!documented) return [`status ${status} is not documented: ${text.slice(0, 200)}`];
    if (!documented.content?.['application/json']) return [];
    const pointer = ['paths', operation.path, operation.method, 'responses', String(status)]
      .map((part) => part.replaceAll('/', '~1'))
      .join('/');
    const schema = `${DOCUMENT}#/${pointer}/content/application~1json/schema`;
    const validate = this.schemas.compile({ $ref: encodeURI(schema) });
    validate(JSON.parse(text));
    return (validate.errors ?? []).map(sentence);
  }
}

const sentence = ({ instancePath, message, params }: ErrorObject): string =>
  `${instancePath || 'body'} ${message ?? ''} ${JSON.stringify(params)}`;
