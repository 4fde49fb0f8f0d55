import type { ProjectRecord } from '@studiolo/contracts';

/** Limit of a page's JSON, in characters: well within one message. */
const PAGE_LENGTH = 900_000;
/** Length of the field names, id, status and times as JSON. */
const FIXED_LENGTH = 300;

/** The first rows, as many as fit into one reply, and at most `limit`. */
export function fittingPage<Row extends Texts>(rows: readonly Row[], limit: number): Row[] {
  let length = 0;
  const tooMuch = rows.findIndex((row) => (length += longestJson(row)) > PAGE_LENGTH);
  return rows.slice(0, tooMuch === -1 ? limit : Math.min(tooMuch, limit));
}

type Texts = Pick<ProjectRecord, 'title' | 'client' | 'contact' | 'description'>;

/** JSON escapes each character allowed in a project to at most two. */
function longestJson({ title, client, contact, description }: Texts): number {
  const texts = [title, client, contact ?? '', description ?? ''];
  return FIXED_LENGTH + 2 * texts.reduce((sum, text) => sum + text.length, 0);
}
