/** An environment variable set by the setup of the whole-stack tests. */
export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: it names a running stack`);
  return value;
}
