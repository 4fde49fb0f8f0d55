const ENTITY_TAG = /(W\/)?"([^"]*)"/g;

/**
 * The revisions of which an If-Match wants the project to have one; undefined when it wants nothing: without the
 * header, or `*`. A weak tag matches nothing, as RFC 9110 has it.
 */
export function revisionsOf(ifMatch: string | undefined): string[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return [...ifMatch.matchAll(ENTITY_TAG)].flatMap(([, weak, tag = '']) => (weak ? [] : [tag]));
}
