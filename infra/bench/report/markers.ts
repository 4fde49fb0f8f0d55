/** Replaces what stands between `<!-- bench:name -->` and `<!-- /bench:name -->`. @throws when the markers are missing */
export function betweenMarkers(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page lacks ${start} … ${end}`);
  return `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`;
}
