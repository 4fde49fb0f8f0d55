/**
 * What a spreadsheet would run, at the start of a cell or after any separator with which the table may be opened. After
 * a space or colon, a sign with a space behind it is a dash.
 */
const FORMULA =
  /(?:^|[;,\t|\r\n])[\s"]{0,8}(?=[=+@\-＝＋＠－])|[ :]"{0,8}(?=[=@＝＠]|[+\-＋－]\S)/g;
/** A telephone number, which a spreadsheet would read as another number or as a date. */
const TELEPHONE = /^(?![1-9]\d{0,10}$)[\d\s()./-]+$/;

function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = (value ?? '').replace(FORMULA, "$&'");
  const harmless = TELEPHONE.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** RFC 4180, with a byte order mark so that spreadsheets read it as UTF-8. */
export function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\ufeff${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}
