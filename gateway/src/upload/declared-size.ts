import type { IncomingHttpHeaders } from 'node:http';

import { MIB } from '@studiolo/contracts';

/** Bytes that browsers write around one file: two boundaries, the part's headers, the project's own part. */
const TYPICAL_FRAME_BYTES = 400;
/** The smallest step a size in MB with two decimals can show. */
const SMALLEST_STEP_BYTES = MIB / 100;

interface FileCutShort {
  readonly filename: string;
  /** Of the form. */
  readonly field: string;
  /** Bytes read of it. */
  readonly seen: number;
}

/**
 * The size to report for a file that was not read to its end: from Content-Length when the form seems to hold only this
 * file, otherwise the bytes read; in any case visibly more than the limit.
 */
export function fileSizeOf(
  headers: IncomingHttpHeaders,
  { field, filename, seen }: FileCutShort,
  max: number,
): number {
  const declared = field === 'file' ? declaredBytes(headers) : undefined;
  const frame = TYPICAL_FRAME_BYTES + Buffer.byteLength(filename);
  return Math.ceil(Math.max((declared ?? 0) - frame, seen, max + SMALLEST_STEP_BYTES));
}

/** The declared size of a whole form, otherwise the bytes read. */
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
