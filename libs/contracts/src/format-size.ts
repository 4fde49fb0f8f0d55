import { MIB } from './limits.js';

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;

/**
 * A size for people: base 1024, at most two decimals, `0 Bytes` to GB.
 * @param round default: to the nearest; what is needed rounds up and what is left down, so that they never look equal
 */
export function formatSize(
  bytes: number,
  round: (hundredths: number) => number = Math.round,
): string {
  let value = Math.max(0, bytes);
  let unit = 0;
  while (round(value * 100) >= 102_400 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${round(value * 100) / 100} ${UNITS[unit]}`;
}

/** Mebibytes with at most two decimals, as `total_storage_mb` reports them. */
export function toMegabytes(bytes: number): number {
  return Number((bytes / MIB).toFixed(2));
}
