/** A name as every system can keep it; `instead` when nothing is left of it. */
export function portableName(name: string, instead: string): string {
  // eslint-disable-next-line no-control-regex -- naming the control characters is the point
  let kept = name.replace(/[\s\u0000-\u001f\\/:*?"<>|]+/g, ' ').trim();
  // Windows drops dots at the end, and dots alone are folders of the system.
  while (kept.endsWith('.')) kept = kept.slice(0, -1).trim();
  return kept || instead;
}
