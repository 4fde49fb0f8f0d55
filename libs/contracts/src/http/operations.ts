import * as auth from './auth.js';
import * as live from './live.js';
import type { Operation } from './operation.js';
import * as projects from './projects.js';
import * as storage from './storage.js';

export interface NamedOperation extends Operation {
  readonly id: string;
  readonly tag: string;
}

/** Every documented call, in the order of their names. */
export const operations: readonly NamedOperation[] = Object.entries({
  Accounts: auth,
  Projects: projects,
  Live: live,
  Storage: storage,
}).flatMap(([tag, module]) =>
  Object.entries<object>(module).flatMap(([name, value]) =>
    isOperation(value) ? { ...value, id: name.replace('Operation', ''), tag } : [],
  ),
);

function isOperation(value: object): value is Operation {
  return 'summary' in value;
}
