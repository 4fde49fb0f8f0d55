// Loaded by `node --import` into the processes of `npm start`, which have --expose-gc. V8 collects old objects only when it
// needs room. Even a process that does nothing asks Redis and PostgreSQL several times a second, and a part of what each
// question leaves behind becomes old, so that its memory would grow by several MiB within minutes.
import { performance } from 'node:perf_hooks';

const LOOK_EVERY_MS = 120_000;
/** A process that nobody asks for anything is busy for a smaller share of its time. */
const AT_REST = 0.1;

let before = performance.eventLoopUtilization();
globalThis
  .setInterval(() => {
    const { utilization } = performance.eventLoopUtilization(before);
    before = performance.eventLoopUtilization();
    // Blocks the process for a tenth of a second, while hardly anybody waits for it. This flavor gives unused pages back, too.
    if (utilization < AT_REST) globalThis.gc?.({ type: 'major', flavor: 'last-resort' });
  }, LOOK_EVERY_MS)
  .unref();
