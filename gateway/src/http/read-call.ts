import { type ErrorCode, idSchema, type Operation } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Session } from '../session/token-verifier.js';

type Input<Definition, Name extends string> =
  Definition extends Record<Name, infer Schema extends z.core.$ZodType>
    ? z.output<Schema>
    : undefined;

type SessionOf<Definition> = Definition extends { access: infer Access }
  ? Access extends 'public'
    ? null
    : Session | null
  : Session;

export interface Call<Definition extends Operation> {
  readonly headers: Input<Definition, 'headers'>;
  readonly params: Input<Definition, 'params'>;
  readonly query: Input<Definition, 'query'>;
  /** Undefined for multipart forms, which are read as a stream. */
  readonly body: Definition extends { bodyType: 'multipart' }
    ? undefined
    : Input<Definition, 'body'>;
  readonly session: SessionOf<Definition>;
  readonly request: FastifyRequest;
}

/** Stands for zod's own sentences ("Invalid input: …"), which describe types; those for people come from the contract. */
const NO_SENTENCE = '';

/** @throws AppError INVALID_REQUEST with a sentence about the first invalid value */
export function readCall(operation: Operation, request: FastifyRequest): Call<Operation> {
  return {
    headers: parse(operation.headers, request.headers),
    params: parse(operation.params, request.params),
    query: parse(operation.query, request.query),
    body: operation.bodyType === 'multipart' ? undefined : readBody(operation.body, request),
    session: request.session,
    request,
  } as Call<Operation>;
}

/** Reads an id. A text that is no id gets the error of an unknown id. */
export function idFrom(text: string, codeOfMissing: ErrorCode): string {
  const { data } = idSchema.safeParse(text);
  if (data === undefined) throw new AppError(codeOfMissing);
  return data.toLowerCase();
}

function readBody(schema: z.core.$ZodType | undefined, request: FastifyRequest): unknown {
  if (!schema) return undefined;
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new AppError('INVALID_REQUEST', { reason: 'The request body must be a JSON object' });
  }
  return parse(schema, body);
}

function parse(schema: z.core.$ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = z.safeParse(schema, value, { error: () => NO_SENTENCE });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new AppError('INVALID_REQUEST', { reason: sentenceOf(issue) }, { cause: result.error });
}

function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'The request is not valid';
  if (isForPeople(issue)) return issue.message;
  // Of a union's alternatives the last is the usual one: a blank value comes before it.
  const alternatives = issue.code === 'invalid_union' ? issue.errors.flat() : [];
  const sentence = alternatives.findLast(isForPeople)?.message;
  return sentence ?? `${issue.path.join('.') || 'The request'} is not valid`;
}

function isForPeople({ message }: { message: string }): boolean {
  return message !== NO_SENTENCE;
}
