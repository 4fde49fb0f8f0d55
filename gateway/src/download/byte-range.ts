/** Bytes from `first` to `last`, both included. */
export interface ByteRange {
  readonly first: number;
  readonly last: number;
}

/** The unit may be written in any case (RFC 9110, 14.1). */
const SINGLE_RANGE = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/**
 * The part of a file that a Range header asks for. Undefined means the whole file: no header, or one that may be
 * ignored (several ranges, other units). `unsatisfiable` means 416.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = SINGLE_RANGE.exec(header ?? '');
  if (!match) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  if (from === '') return lastBytes(Number(to), size);
  const first = Number(from);
  const last = to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (to !== '' && Number(to) < first) return undefined;
  return first >= size ? 'unsatisfiable' : { first, last };
}

function lastBytes(count: number, size: number): ByteRange | 'unsatisfiable' {
  if (count === 0 || size === 0) return 'unsatisfiable';
  return { first: Math.max(0, size - count), last: size - 1 };
}
