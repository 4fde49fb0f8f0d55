import { readFileSync } from 'node:fs';

import { z } from 'zod';

/**
 * Reads the settings of one process. Any `NAME` may be given as `NAME_FILE`, the path of a file that
 * holds the value (secrets mounted by compose or Kubernetes). A blank value counts as absent.
 * @throws Error with the names of all settings that are missing or wrong; never with their values
 */
export function loadEnv<Schema extends z.ZodObject>(
  schema: Schema,
  source: NodeJS.ProcessEnv = process.env,
): z.output<Schema> {
  /** The code of the error, by the setting whose file cannot be read. */
  const unreadable = new Map<string, string | undefined>();
  const read = (name: string): string | undefined => {
    const file = source[`${name}_FILE`];
    try {
      const value = (file ? readFileSync(file, 'utf8') : source[name])?.trim();
      return value === '' ? undefined : value;
    } catch (error) {
      unreadable.set(name, (error as NodeJS.ErrnoException).code);
      return undefined;
    }
  };
  const names = Object.keys(schema.shape);
  const result = schema.safeParse(Object.fromEntries(names.map((name) => [name, read(name)])));
  if (result.success && unreadable.size === 0) return result.data;
  const issues = result.error?.issues ?? [];
  const problems = [
    ...[...unreadable].map(([name, code]) => `  ${name}_FILE: cannot be read (${code})`),
    ...issues
      .filter(({ path }) => !unreadable.has(String(path[0])))
      .map(({ path, message }) => `  ${path.join('.') || 'settings'}: ${message}`),
  ];
  throw new Error(`These settings are missing or wrong:\n${problems.join('\n')}`);
}

/** Reads the settings of this process, or ends it at once with a sentence that names those that are missing or wrong. */
export function settingsOrExit<Schema extends z.ZodObject>(schema: Schema): z.output<Schema> {
  try {
    return loadEnv(schema);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
