/** Stops the start of a service that could take a job and not do it. @throws Error naming those jobs */
export function requireHandlers(names: readonly string[], handlers: object): void {
  const missing = names.filter((name) => !Object.hasOwn(handlers, name));
  if (missing.length > 0) throw new Error(`There is no handler for: ${missing.join(', ')}`);
}
