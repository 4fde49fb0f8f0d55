/**
 * A pattern, which names a stream and travels as text.
 * @throws TypeError that says what to give instead of an object or a wildcard
 */
export function stringPattern(pattern: unknown): string {
  if (typeof pattern !== 'string') {
    const given = JSON.stringify(pattern);
    throw new TypeError(`${given} is no pattern here: give a string such as 'orders.place'`);
  }
  if (/[*?[\]]/.test(pattern)) {
    throw new TypeError(`"${pattern}" has a wildcard: give each pattern a decorator of its own`);
  }
  return pattern;
}
