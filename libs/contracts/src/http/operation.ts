import type * as z from 'zod/mini';

import type { ErrorCode } from '../errors.js';
import type { LiveChange } from '../live.js';
import type { RateLimitName } from '../rate-limits.js';

/** The queues of a gateway, one for each part of the API, so that a slow part delays no other. */
export type QueueName =
  'passwords' | 'auth' | 'projects' | 'storage' | 'upload' | 'download' | 'delete';

/**
 * One HTTP call: its form, what it costs and what it changes. Paths carry parameters in OpenAPI's form:
 * `/api/projects/{id}`.
 */
export interface Operation {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  readonly path: string;
  readonly summary: string;
  /** Longer description, in Markdown. */
  readonly description?: string;
  /** Who may call; by default, the holder of an active session. `optional-session` ignores a missing or ended one. */
  readonly access?: 'public' | 'optional-session';
  /** Headers that this call reads, by lower-case name. */
  readonly headers?: z.core.$ZodObject;
  readonly params?: z.core.$ZodObject;
  readonly query?: z.core.$ZodObject;
  readonly body?: z.core.$ZodType;
  /** `multipart` bodies are read as a stream and only documented by `body`. */
  readonly bodyType?: 'multipart';
  /** Of an answer that is no error; 200 by default. */
  readonly status?: 201;
  /** Schema of the answer; `binary` for the bytes of a file; `events` for an event stream. */
  readonly answer: z.core.$ZodType | 'binary' | 'events';
  /** Answers with an `ETag`. A project's covers the fields that its owner edits, not its files. */
  readonly hasEtag?: true;
  /**
   * In which queue its handler waits for a slot; `none` for a handler that needs none. A transfer of files takes its
   * slot itself, for a part of its time.
   */
  readonly queue: QueueName | 'none';
  /** What it counts against, in this order. */
  readonly limits: readonly RateLimitName[];
  /** What the live update of its effect is about, by which a page recognises a change of its own. */
  readonly changes: LiveChange['kind'] | 'nothing';
  /** Errors of this call, besides those that every call can return, or that follow from its other fields. */
  readonly errors?: readonly ErrorCode[];
}

/** Keeps the exact types of one operation while checking its form. */
export function defineOperation<const Definition extends Omit<Operation, 'method' | 'path'>>(
  method: Operation['method'],
  path: string,
  definition: Definition,
): Definition & Pick<Operation, 'method' | 'path'> {
  return { method, path, ...definition };
}

export type BodyOf<Definition extends { body: z.core.$ZodType }> = z.output<Definition['body']>;
export type AnswerOf<Definition extends { answer: z.core.$ZodType }> = z.output<
  Definition['answer']
>;
