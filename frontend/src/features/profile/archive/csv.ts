/** A spreadsheet would run it; numbers of a telephone begin with a plus and are harmless. */
const FORMULA = /^(?:[=@\t\r]|[+-](?![\d\s()./-]*$))/;

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** RFC 4180, with a mark at the beginning by which spreadsheets know UTF-8. */
export function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
