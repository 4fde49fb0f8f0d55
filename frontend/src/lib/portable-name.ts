/** A file name that every operating system accepts; `instead` when nothing is left of it. */
export function portableName(name: string, instead: string): string {
  // eslint-disable-next-line no-control-regex -- the expression removes control characters
  let kept = name.replace(/[\s\u0000-\u001f\\/:*?"<>|]+/g, ' ').trim();
  // Windows drops trailing dots, and `.` and `..` are special folders.
  while (kept.endsWith('.')) kept = kept.slice(0, -1).trim();
  return kept || instead;
}
