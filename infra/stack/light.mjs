// Loaded by `node --import` before the programs of this folder, which should take little memory beside those of the product.
// From a program's second start on, Node has its JavaScript and does not load the compiler for TypeScript, which takes 12 MB
// in each process; and what only the start has needed is collected, which V8 does not do in an idle process.
import './rest.mjs';

import { enableCompileCache, flushCompileCache } from 'node:module';
import { setTimeout } from 'node:timers';
import { fileURLToPath } from 'node:url';

/** By then a program has loaded its modules, and nobody waits for it yet: the collection blocks it. */
const STARTED_MS = 1_000;

enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/infra', import.meta.url)));
setTimeout(() => {
  flushCompileCache();
  globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
}, STARTED_MS).unref();
