import type { IncomingHttpHeaders } from 'node:http';

/** What identifies the current version of a file. */
export interface Version {
  readonly etag: string;
  /** Epoch milliseconds, cut to whole seconds as in an HTTP date. */
  readonly modifiedAt: number;
}

export type Outcome = 'send' | 'unchanged' | 'changed';

/** Evaluates the conditions of a request in the order of RFC 9110, section 13.2.2. An invalid date is no condition. */
export function evaluate(headers: IncomingHttpHeaders, version: Version): Outcome {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  const { 'if-unmodified-since': unmodifiedSince, 'if-modified-since': modifiedSince } = headers;
  if (match !== undefined) {
    if (!names(match, version.etag)) return 'changed';
  } else if (version.modifiedAt > dateOf(unmodifiedSince)) return 'changed';
  if (noneMatch !== undefined) {
    return names(noneMatch.replaceAll('W/', ''), version.etag) ? 'unchanged' : 'send';
  }
  return version.modifiedAt <= dateOf(modifiedSince) ? 'unchanged' : 'send';
}

/** The Range to honour: only that of a GET, and with an If-Range only while the file is the version that it names. */
export function rangeOf(
  { method, headers }: { method: string; headers: IncomingHttpHeaders },
  { etag, modifiedAt }: Version,
): string | undefined {
  if (method !== 'GET') return undefined;
  const condition = headers['if-range']?.toString();
  const holds = condition === undefined || condition === etag || dateOf(condition) === modifiedAt;
  return holds ? headers.range : undefined;
}

function names(list: string, etag: string): boolean {
  return list.trim() === '*' || list.split(',').some((tag) => tag.trim() === etag);
}

/** NaN, which compares with nothing, for a header that is missing or no date. */
function dateOf(header: string | undefined): number {
  return Date.parse(header ?? '');
}
