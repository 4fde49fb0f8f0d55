import { access, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Part } from '@studiolo/infra/stack/parts';
import { eventually } from '@studiolo/testing/eventually';

import { withModule } from '../../support/changed-part.ts';

/** A point of the program; the first process that reaches it ends itself with SIGKILL. */
export interface CrashPoint {
  /** A command of Redis, or an SQL statement by its name or its first words. */
  at: string;
  /** Before it is sent, or once it has succeeded. */
  side: 'before' | 'after';
}

/** The environment variable that names the file; the file exists while a point is armed. */
export const CRASH_POINT_FILE = 'CRASH_POINT_FILE';
/** The name of the file once a process has reached the point: the one that succeeds in renaming it ends itself. */
export const firedName = (file: string): string => `${file}.fired`;

const PRELOAD = join(import.meta.dirname, 'preload.ts');

export type CrashPoints = ReturnType<typeof crashPoints>;

/** Arms crash points in the processes of one stack, one at a time. */
export function crashPoints(folder: string) {
  const file = join(folder, 'crash-point.json');
  return {
    /** The same parts, whose processes end at an armed point. */
    within: (parts: readonly Part[]): Part[] =>
      parts.map((part) => withModule(part, PRELOAD, () => ({ [CRASH_POINT_FILE]: file }))),
    async arm(point: CrashPoint): Promise<void> {
      await rm(firedName(file), { force: true });
      const draft = `${file}.new`;
      await writeFile(draft, JSON.stringify(point));
      // Renamed when it is complete: a process may read it at any time.
      await rename(draft, file);
    },
    /** From now on no process ends itself. */
    disarm: () => rm(file, { force: true }),
    /** Resolves when a process has ended at the armed point. */
    fired: () => eventually(() => access(firedName(file))),
  };
}
