import * as auth from './auth.js';
import * as live from './live.js';
import type { Operation } from './operation.js';
import * as projects from './projects.js';
import * as storage from './storage.js';

const isOperation = (value: object): value is Operation => 'summary' in value;

/** Every documented call, in the order of their names. */
export const operations: readonly Operation[] = [auth, projects, live, storage]
  .flatMap((module) => Object.values<object>(module))
  .filter(isOperation);
