const ENTITY_TAG = /"([^"]*)"/g;

/**
 * The revisions that an If-Match accepts; undefined when it accepts any: no header, or `*`. A weak tag counts as a
 * strong one: proxies that compress answers weaken tags.
 */
export function revisionsOf(ifMatch: string | undefined): string[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return [...ifMatch.matchAll(ENTITY_TAG)].map(([, tag = '']) => tag);
}
