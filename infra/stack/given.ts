/** An empty variable counts as not set. */
export const given = (value: string | undefined): string | undefined =>
  value === '' ? undefined : value;
