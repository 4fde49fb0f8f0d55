import {
  type AnswerOf,
  type Operation,
  type PageAnswer,
  pageAnswerSchema,
} from '@studiolo/contracts';
import type { z } from 'zod';

import { neededByPage } from '../after-data';
import { recordOwnChange } from '../changes-by-this-tab';
import { CALL_TIMEOUT_MS } from '../config';
import { readToken } from '../token';
import { takeEarly } from './early-answers';
import { InvalidAnswerError, isAbort, NetworkError } from './errors';
import { isRefusal, logApiError, parseJson, refusalError } from './refusals';
import { operationUrl, type RequestInput, type RequestParts } from './request';

type JsonOperation = Operation & { readonly answer: z.ZodType };
type AnswerFor<Op extends JsonOperation> = PageAnswer<AnswerOf<Op>>;

/** Sends a call, and records its changes as made by this tab. */
async function send(operation: Operation, parts: RequestParts): Promise<Response> {
  const { id, projectId = id } = parts.params ?? {};
  const forgetLater = recordOwnChange(
    operation,
    typeof projectId === 'string' ? projectId : undefined,
  );
  try {
    return await neededByPage(exchange(operation, parts));
  } finally {
    forgetLater();
  }
}

async function exchange(operation: Operation, parts: RequestParts): Promise<Response> {
  const url = operationUrl(operation, parts);
  const token = readToken();
  const headers = new Headers(parts.headers);
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (parts.body !== undefined) headers.set('content-type', 'application/json');
  const early = token && operation.method === 'get' ? takeEarly(url, token) : undefined;
  const sent =
    early ??
    fetch(url, {
      method: operation.method.toUpperCase(),
      headers,
      body: parts.body === undefined ? null : JSON.stringify(parts.body),
      signal: parts.signal ?? null,
    });
  const response = await sent.catch((cause: unknown) => noAnswer(url, parts, cause));
  if (!response.ok) {
    const text = await response.text().catch(() => '');
    const etag = response.headers.get('etag');
    throw refusalError({ url, status: response.status, text, sentToken: token, etag });
  }
  return response;
}

function noAnswer(url: string, { signal }: RequestParts, cause: unknown): never {
  // The caller aborted it, which is not a failure.
  if (signal?.aborted && isAbort(signal.reason)) throw signal.reason;
  logApiError(0, url);
  throw new NetworkError('No answer from the server', { cause });
}

function withTimeout(signal: AbortSignal | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(CALL_TIMEOUT_MS);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/**
 * Reads what a page needs of the answer to a successful call.
 * @throws ApiError for a refusal whose status says success, InvalidAnswerError for an answer that lacks what is needed
 */
export function readAnswer<Op extends JsonOperation>(
  operation: Op,
  { text, status, url }: { text: string; status: number; url: string },
): AnswerFor<Op> {
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
  const parts = { ...rest, signal: withTimeout(signal) };
  const response = await send(operation, parts);
  const { status, url, headers } = response;
  const text = await response.text().catch((cause: unknown) => noAnswer(url, parts, cause));
  return { answer: readAnswer(operation, { text, status, url }), etag: headers.get('etag') };
}

/** Fetches the bytes of a file, or of a stream until the signal aborts it. Throws like `call`. */
export async function fetchBytes<Op extends Operation & { readonly answer: 'binary' | 'events' }>(
  operation: Op,
  input: RequestInput<Op>,
): Promise<Response> {
  return send(operation, input);
}
