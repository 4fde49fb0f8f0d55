/** Limit of a page's JSON, in characters: well within one message. */
const PAGE_LENGTH = 900_000;
/** Length of the field names and of what is no text, as JSON. */
const FIXED_LENGTH = 300;

/** The first rows, as many as fit into one reply, and at most `limit`. */
export function fittingPage<Row extends object>(rows: readonly Row[], limit: number): Row[] {
  let length = 0;
  const tooMuch = rows.findIndex((row) => (length += longestJson(row)) > PAGE_LENGTH);
  return rows.slice(0, tooMuch === -1 ? limit : Math.min(tooMuch, limit));
}

/** JSON escapes each character allowed in a project to at most two. */
function longestJson(row: object): number {
  const lengths = Object.values(row).map((value) => (typeof value === 'string' ? value.length : 0));
  return FIXED_LENGTH + 2 * lengths.reduce((sum, length) => sum + length, 0);
}
