/** Text that a spreadsheet would run as a formula. Telephone numbers with a plus are not formulas. */
const FORMULA = /^(?:[=@\t\r]|[+-](?![\d\s()./-]*$))/;

function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8. */
export function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
