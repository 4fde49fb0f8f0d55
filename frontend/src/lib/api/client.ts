import {
  type AnswerOf,
  type Operation,
  type PageAnswer,
  pageAnswerSchema,
} from '@studiolo/contracts';
import type * as z from 'zod/mini';

import { parseJson } from '../parse-json';
import { readToken } from '../session/token';
import { recordOwnChange } from './changes-by-this-tab';
import { CALL_TIMEOUT_MS } from './config';
import { InvalidAnswerError, NetworkError, TimeoutError } from './errors';
import { isRefusal, logApiError, refusalError } from './refusals';
import { operationUrl, type RequestInput, type RequestParts } from './request';

type JsonOperation = Operation & { readonly answer: z.core.$ZodType };
type AnswerFor<Op extends JsonOperation> = PageAnswer<AnswerOf<Op>>;

/** Sends a request as `fetch` does; that of an upload reports its progress, too. */
export type Transport = (
  url: string,
  init: RequestInit & { method: string; headers: Headers; body: string | FormData | null },
) => Promise<Response>;

/** Sends a call, and records its changes as made by this tab. Throws when it is refused or not answered. */
export async function send(
  operation: Operation,
  parts: RequestParts,
  transport: Transport = fetch,
): Promise<Response> {
  const url = operationUrl(operation, parts);
  const { id, projectId = id } = parts.params ?? {};
  const { body = null, signal = null, keepalive = false } = parts;
  const isJson = body !== null && !(body instanceof FormData);
  const token = readToken();
  const headers = new Headers(parts.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (isJson) headers.set('content-type', 'application/json');
  const method = operation.method.toUpperCase();
  const content = isJson ? JSON.stringify(body) : body;
  const request = { method, headers, body: content, signal, keepalive };
  const forgetLater = recordOwnChange(operation, projectId);
  const response = await transport(url, request)
    .catch((cause: unknown) => noAnswer(url, parts, cause))
    .finally(forgetLater);
  if (response.ok) return response;
  const { status } = response;
  const text = await response.text().catch(() => '');
  const etag = response.headers.get('etag');
  throw refusalError({ url, status, text, sentToken: token, etag });
}

function noAnswer(url: string, { signal }: RequestParts, cause: unknown): never {
  const reason = signal?.reason as Error | undefined;
  // The caller aborted it, which is not a failure; a time-out is.
  if (reason?.name === 'AbortError') throw reason;
  logApiError(0, url);
  const Failure = reason?.name === 'TimeoutError' ? TimeoutError : NetworkError;
  throw new Failure('No answer from the server', { cause });
}

function limited(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/**
 * Reads what a page needs of the answer to a successful call.
 * @throws ApiError for a refusal whose status says success, InvalidAnswerError for an answer that lacks what is needed
 */
export async function readAnswer<Op extends JsonOperation>(
  operation: Op,
  parts: RequestParts,
  response: Response,
): Promise<AnswerFor<Op>> {
  const url = operationUrl(operation, parts);
  const { status } = response;
  const text = await response.text().catch((cause: unknown) => noAnswer(url, parts, cause));
  const content = text === '' ? {} : parseJson(text);
  if (isRefusal(content)) throw refusalError({ url, status, text, sentToken: null });
  const parsed = pageAnswerSchema(operation.answer).safeParse(content);
  if (parsed.success) return parsed.data as AnswerFor<Op>;
  logApiError(status, url);
  throw new InvalidAnswerError(`${operation.path}: the answer is not as agreed`, {
    cause: parsed.error,
  });
}

/**
 * Makes one JSON call. Throws ApiError when refused, NetworkError without an answer, InvalidAnswerError for an answer
 * that breaks the contract, and the signal's AbortError when the caller aborts.
 */
export async function call<Op extends JsonOperation>(
  operation: Op,
  input: RequestInput<Op>,
): Promise<AnswerFor<Op>> {
  return (await callForEtag(operation, input)).answer;
}

/** Like `call`, but also returns the ETag of the answer; null when there is none. */
export async function callForEtag<Op extends JsonOperation>(
  operation: Op,
  input: RequestInput<Op>,
): Promise<{ answer: AnswerFor<Op>; etag: string | null }> {
  const { signal, ...rest }: RequestParts = input;
  const parts = { ...rest, signal: limited(signal) };
  const response = await send(operation, parts);
  const answer = await readAnswer(operation, parts, response);
  return { answer, etag: response.headers.get('etag') };
}

/** Fetches the bytes of a file, or of a stream until the signal aborts it. Throws like `call`. */
export async function fetchBytes<Op extends Operation & { readonly answer: 'binary' | 'events' }>(
  operation: Op,
  input: RequestInput<Op>,
): Promise<Response> {
  return send(operation, input);
}
