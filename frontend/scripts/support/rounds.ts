export const ROUNDS = 5;

export const middleOf = <Value>(values: readonly Value[]): Value =>
  values[Math.floor(values.length / 2)] as Value;

/** The median of figures in rising order, and from the least to the most. */
export function spread(values: readonly number[], unit = ''): string {
  const [least = 0, most = 0] = [values[0], values.at(-1)].map((value) => Math.round(value ?? 0));
  return `${Math.round(middleOf(values))}${unit} (${least}–${most})`;
}
