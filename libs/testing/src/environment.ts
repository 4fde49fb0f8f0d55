/** An environment variable that the setup of the tests provides. */
export function environment(name: string): string {
  const value = process.env[name];
  if (value === undefined)
    throw new Error(`${name} is not set: the setup of the tests provides it`);
  return value;
}
