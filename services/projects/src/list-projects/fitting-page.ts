import type { ProjectRecord } from '@studiolo/contracts';

/** Characters of JSON that a page may take: well within one message. */
const PAGE_LENGTH = 900_000;
/** Names of the fields, id, status and times. */
const FIXED_LENGTH = 300;

/** The first of the rows, as many as one reply can carry, and at most `limit`. */
export function fittingPage<Row extends Texts>(rows: readonly Row[], limit: number): Row[] {
  let length = 0;
  const tooMuch = rows.findIndex((row) => (length += longestJson(row)) > PAGE_LENGTH);
  return rows.slice(0, tooMuch === -1 ? limit : Math.min(tooMuch, limit));
}

type Texts = Pick<ProjectRecord, 'title' | 'client' | 'contact' | 'description'>;

/** JSON escapes no character that a project may contain into more than two. */
function longestJson({ title, client, contact, description }: Texts): number {
  const texts = [title, client, contact ?? '', description ?? ''];
  return FIXED_LENGTH + 2 * texts.reduce((sum, text) => sum + text.length, 0);
}
