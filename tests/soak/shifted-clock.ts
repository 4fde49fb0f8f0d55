// Loaded with --import into a process whose clock is to be wrong: Date alone is shifted, as a wrong system clock
// leaves the monotonic clock and all timers as they are.
import { readFileSync } from 'node:fs';

/** A file with the milliseconds to add; without the file there are none to add. */
const { CLOCK_SHIFT_FILE = '' } = process.env;
const LOOK_EVERY_MS = 50;

let shiftMs = 0;
setInterval(() => {
  try {
    shiftMs = Number(readFileSync(CLOCK_SHIFT_FILE, 'utf8'));
  } catch {
    shiftMs = 0;
  }
}, LOOK_EVERY_MS).unref();

const trueNow = Date.now.bind(Date);
const shiftedNow = (): number => trueNow() + shiftMs;

globalThis.Date = new Proxy(Date, {
  construct: (target, args: [], newTarget: typeof Date) =>
    Reflect.construct(target, args.length === 0 ? [shiftedNow()] : args, newTarget) as Date,
  apply: (target) => new target(shiftedNow()).toString(),
  get: (target, name) => {
    if (name === 'now') return shiftedNow;
    const value: unknown = Reflect.get(target, name);
    return value;
  },
});
