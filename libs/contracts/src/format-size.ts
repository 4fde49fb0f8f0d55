import { MIB } from './limits.js';

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;

/** A size for people: base 1024, at most two decimals, `0 Bytes` to GB. */
export function formatSize(bytes: number): string {
  if (bytes <= 0) return '0 Bytes';
  const exponent = Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const rounded = Number((bytes / 1024 ** exponent).toFixed(2));
  return `${rounded} ${UNITS[exponent] ?? 'GB'}`;
}

/** Mebibytes with at most two decimals, as `total_storage_mb` reports them. */
export function toMegabytes(bytes: number): number {
  return Number((bytes / MIB).toFixed(2));
}
