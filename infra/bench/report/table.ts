import type { Spread } from '../measure/statistics.ts';

/** A Markdown table with aligned columns: the first to the left, the others to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, column) => pad(cells[column] ?? '', width, column)).join(' | ')} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)].join('\n');
}

const pad = (text: string, width: number, column: number): string =>
  column === 0 ? text.padEnd(width) : text.padStart(width);

export const MISSING = '–';

/** Three significant digits, or whole numbers from 100 on with their thousands apart. */
export function figure(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return MISSING;
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return value.toPrecision(value < 0.1 ? 2 : 3);
}

/** `1.12× (1.08–1.15)`: the median of the rounds' ratios and their quartiles. */
export function ratio({ median, low, high }: Spread): string {
  if (!Number.isFinite(median)) return MISSING;
  return `${median.toFixed(2)}× (${low.toFixed(2)}–${high.toFixed(2)})`;
}
