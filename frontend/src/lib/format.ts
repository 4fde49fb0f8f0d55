import { MIB } from '@studiolo/contracts';

// The first use of Intl blocks a slow phone noticeably, so what most pages show does without it.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A day, e.g. "Nov 21, 2026"; empty when unknown. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  const month = MONTHS[date.getMonth()];
  return month === undefined ? '' : `${month} ${date.getDate()}, ${date.getFullYear()}`;
}

/** A day with the time, e.g. "Nov 21, 2026, 9:05 AM". */
export function formatMoment(iso: string): string {
  return new Date(iso).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
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

/** The number of projects, e.g. "1,234 projects". */
export function projectCount(count: number): string {
  if (count === 1) return '1 project';
  return `${count < 1000 ? count : count.toLocaleString('en')} projects`;
}

export function fileCount(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
