import { formatSize } from '@studiolo/contracts';

import { isInFlight, isStored, type UploadItem } from './upload-item';

/** What is in flight or stored, together. */
export function totalOf(items: readonly UploadItem[]) {
  const counted = items.filter((item) => isInFlight(item) || isStored(item));
  const sum = (bytesOf: (item: UploadItem) => number) =>
    counted.reduce((total, item) => total + bytesOf(item), 0);
  return {
    files: counted.length,
    storedFiles: counted.filter(isStored).length,
    bytes: sum(({ file }) => file.size),
    sentBytes: sum(({ file, share }) => file.size * share),
  };
}

/** The mean bytes per second of what was sent at each of the last seconds; 0 while unknown. */
export function rateOf(sentEachSecond: readonly number[]): number {
  const [first = 0] = sentEachSecond;
  const last = sentEachSecond.at(-1) ?? 0;
  const seconds = sentEachSecond.length - 1;
  return seconds > 0 ? Math.max(0, last - first) / seconds : 0;
}

/** One decimal below ten, none above. */
const roughly = (hundredths: number) => {
  const step = hundredths < 1000 ? 10 : 100;
  return Math.round(hundredths / step) * step;
};

/** E.g. "240 KB/s, 12 s left" or "1.2 MB/s, 3 min left", where a line breaks only after the comma; empty while unknown. */
export function rateText(bytesPerSecond: number, bytesLeft: number): string {
  if (bytesPerSecond === 0) return '';
  const seconds = Math.ceil(bytesLeft / bytesPerSecond);
  const left = seconds < 60 ? `${seconds} s left` : `${Math.ceil(seconds / 60)} min left`;
  const unbroken = (text: string) => text.replaceAll(' ', '\u00a0');
  return `${unbroken(formatSize(bytesPerSecond, roughly))}/s, ${unbroken(left)}`;
}
