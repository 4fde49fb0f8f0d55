import { MIB } from '@studiolo/contracts';

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const moments = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const counts = new Intl.NumberFormat('en');

/** Empty when the time is unknown. */
function formatTime(iso: string, format: Intl.DateTimeFormat): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '' : format.format(time);
}

/** A day, e.g. "Nov 21, 2026". */
export const formatDate = (iso: string) => formatTime(iso, days);

/** A day with the time, e.g. "Nov 21, 2026, 9:05 AM". */
export const formatMoment = (iso: string) => formatTime(iso, moments);

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
  return count === 1 ? '1 project' : `${counts.format(count)} projects`;
}

export function fileCount(count: number): string {
  return count === 1 ? '1 file' : `${counts.format(count)} files`;
}
