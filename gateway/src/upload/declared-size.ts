import type { IncomingHttpHeaders } from 'node:http';

/** The size of a whole form: declared, or else the bytes read. */
export function formSizeOf(headers: IncomingHttpHeaders, seen: number): number {
  return Math.max(declaredBytes(headers) ?? 0, seen);
}

/** Content-Length; undefined for a form that comes in chunks. */
export function declaredBytes({
  'content-length': length,
}: IncomingHttpHeaders): number | undefined {
  const bytes = Number(length);
  return Number.isSafeInteger(bytes) ? bytes : undefined;
}
