import type { Operation } from '@studiolo/contracts';
import type * as z from 'zod/mini';

import { apiBaseUrl } from './config';

/** A part of the input, if the operation has it. */
type Part<Op, Name extends string> =
  Op extends Record<Name, infer Schema extends z.core.$ZodType>
    ? Record<Name, z.input<Schema>>
    : Partial<Record<Name, never>>;

interface RequestOptions {
  signal?: AbortSignal | undefined;
  headers?: Readonly<Record<string, string>>;
  /** Whether the request is sent to its end although the page is closed. */
  keepalive?: boolean;
}

export type RequestInput<Op extends Operation> = Part<Op, 'params'> &
  Partial<Part<Op, 'query'>> &
  Part<Op, 'body'> &
  RequestOptions;

/** The input of any operation, loosely typed to build a request from. */
export interface RequestParts extends RequestOptions {
  params?: Readonly<Record<string, string>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
  body?: unknown;
}

function isGiven(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}

/** The full address of a call; every parameter is one encoded path segment. */
export function operationUrl(operation: Operation, { params, query }: RequestParts = {}): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(params?.[name] ?? ''),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (isGiven(value)) search.set(name, String(value));
  }
  const queryText = search.size > 0 ? `?${search.toString()}` : '';
  return `${apiBaseUrl()}${path}${queryText}`;
}
