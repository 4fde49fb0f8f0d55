import { readFileSync } from 'node:fs';

import { z } from 'zod';

/** Thrown with the names of all settings that are missing or wrong; never with their values. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/**
 * Reads the settings of one process. Any `NAME` may be given as `NAME_FILE`, the path of a file that
 * holds the value (secrets mounted by compose or Kubernetes). An empty value counts as absent.
 */
export function loadEnv<Schema extends z.ZodObject>(
  schema: Schema,
  source: NodeJS.ProcessEnv = process.env,
): z.output<Schema> {
  const values = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, readSetting(name, source)]),
  );
  const result = schema.safeParse(values);
  if (result.success) return result.data;
  const problems = result.error.issues.map(
    (issue) => `  ${issue.path.join('.') || 'settings'}: ${issue.message}`,
  );
  throw new EnvError(`These settings are missing or wrong:\n${problems.join('\n')}`);
}

function readSetting(name: string, source: NodeJS.ProcessEnv): string | undefined {
  const file = source[`${name}_FILE`];
  const value = file ? readFileSync(file, 'utf8').trim() : source[name];
  return value === '' ? undefined : value;
}
