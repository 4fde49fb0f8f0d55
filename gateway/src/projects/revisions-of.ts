const ENTITY_TAG = /"([^"]*)"/g;

/**
 * The revisions of which an If-Match wants the project to have one; undefined when it wants nothing: without the
 * header, or `*`. A weak tag counts as a strong one: proxies that compress answers weaken the tags they pass on.
 */
export function revisionsOf(ifMatch: string | undefined): string[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  return [...ifMatch.matchAll(ENTITY_TAG)].map(([, tag = '']) => tag);
}
