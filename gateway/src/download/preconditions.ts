import type { IncomingHttpHeaders } from 'node:http';

/** What identifies the current version of a file. */
interface Version {
  readonly etag: string;
  readonly 'last-modified': string;
}

type Outcome = 'send' | 'unchanged' | 'changed';

/** Evaluates the conditions of a request in the order of RFC 9110, section 13.2.2. An invalid date is no condition. */
export function evaluate(headers: IncomingHttpHeaders, version: Version): Outcome {
  const modifiedAt = dateOf(version['last-modified']);
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  const { 'if-unmodified-since': unmodifiedSince, 'if-modified-since': modifiedSince } = headers;
  if (match !== undefined) {
    if (!names(match, version.etag)) return 'changed';
  } else if (modifiedAt > dateOf(unmodifiedSince)) return 'changed';
  if (noneMatch !== undefined) {
    return names(noneMatch.replaceAll('W/', ''), version.etag) ? 'unchanged' : 'send';
  }
  return modifiedAt <= dateOf(modifiedSince) ? 'unchanged' : 'send';
}

/**
 * The Range to honour: only that of a GET, and with an If-Range only while the file has the ETag that it names. A date
 * is not enough, since a file can be replaced within its second (RFC 9110, 13.1.5).
 */
export function rangeOf(
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  { etag }: Version,
): string | undefined {
  if (method !== 'GET') return undefined;
  return (headers['if-range'] ?? etag) === etag ? headers.range : undefined;
}

function names(list: string, etag: string): boolean {
  return list.trim() === '*' || list.split(',').some((tag) => tag.trim() === etag);
}

/** NaN, which compares with nothing, for a header that is missing or no date. `Date` alone takes `2001`, too. */
function dateOf(header: string | undefined): number {
  const date = new Date(header ?? '');
  return date.toUTCString() === header ? date.getTime() : Number.NaN;
}
