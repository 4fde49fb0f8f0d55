import { readFileSync } from 'node:fs';

import { z } from 'zod';

/** Thrown with the names of all settings that are missing or wrong; never with their values. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
}

/**
 * Reads the settings of one process. Any `NAME` may be given as `NAME_FILE`, the path of a file that
 * holds the value (secrets mounted by compose or Kubernetes). A blank value counts as absent.
 */
export function loadEnv<Schema extends z.ZodObject>(
  schema: Schema,
  source: NodeJS.ProcessEnv = process.env,
): z.output<Schema> {
  const settings = Object.keys(schema.shape).map((name) => readSetting(name, source));
  const unreadable = settings.filter(({ problem }) => problem !== undefined);
  const result = schema.safeParse(
    Object.fromEntries(settings.map(({ name, value }) => [name, value])),
  );
  if (result.success && unreadable.length === 0) return result.data;
  const problems = [
    ...unreadable.map(({ name, problem }) => `  ${name}_FILE: ${problem}`),
    ...(result.error?.issues ?? [])
      .map(({ path, message }) => ({ name: path.join('.') || 'settings', message }))
      .filter(({ name }) => !unreadable.some((setting) => setting.name === name))
      .map(({ name, message }) => `  ${name}: ${message}`),
  ];
  throw new EnvError(`These settings are missing or wrong:\n${problems.join('\n')}`);
}

interface Setting {
  readonly name: string;
  readonly value?: string | undefined;
  /** Why its file cannot be read. */
  readonly problem?: string;
}

function readSetting(name: string, source: NodeJS.ProcessEnv): Setting {
  const file = source[`${name}_FILE`];
  try {
    const value = file ? readFileSync(file, 'utf8') : source[name];
    return { name, value: value?.trim() === '' ? undefined : value?.trim() };
  } catch (error) {
    return { name, problem: `cannot be read (${(error as NodeJS.ErrnoException).code})` };
  }
}
