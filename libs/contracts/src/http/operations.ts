import * as auth from './auth.js';
import * as live from './live.js';
import type { Operation } from './operation.js';
import * as projects from './projects.js';
import * as storage from './storage.js';

export interface NamedOperation extends Operation {
  readonly id: string;
}

/** Every documented call, in the order of their names. */
export const operations: readonly NamedOperation[] = [auth, projects, live, storage]
  .flatMap((module) => Object.entries<object>(module))
  .flatMap(([name, value]) =>
    isOperation(value) ? { ...value, id: name.replace('Operation', '') } : [],
  );

function isOperation(value: object): value is Operation {
  return 'summary' in value;
}
