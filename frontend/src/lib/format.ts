import { MIB } from '@studiolo/contracts';

const dateFormat = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
});

/** A day, e.g. "Nov 21, 2026"; empty when unknown. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? '' : dateFormat.format(date);
}

const momentFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** A day with the time, e.g. "Nov 21, 2026, 9:05 AM". */
export function formatMoment(iso: string): string {
  return momentFormat.format(new Date(iso));
}

/** Mebibytes with one decimal, for the dashboard. */
export function formatMegabytes(bytes: number): string {
  return (bytes / MIB).toFixed(1);
}

/** Mebibytes with at most two decimals, e.g. "5". */
export function shortMegabytes(bytes: number): string {
  return String(Number((bytes / MIB).toFixed(2)));
}

/** The used part of the quota in percent, with at most two decimals and at most 100. */
export function usedPercent(used: number, quota: number): number {
  return Math.min(100, Number(((used / quota) * 100).toFixed(2)));
}

export type UsageLevel = 'normal' | 'warning' | 'critical';

const WARNING_PERCENT = 70;
const CRITICAL_PERCENT = 90;

/** `warning` from 70 %, `critical` from 90 %. */
export function usageLevel(percent: number): UsageLevel {
  if (percent >= CRITICAL_PERCENT) return 'critical';
  return percent >= WARNING_PERCENT ? 'warning' : 'normal';
}

export function fileCount(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
