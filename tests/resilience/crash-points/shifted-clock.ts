// Loaded with --import into a process whose clock is to be wrong: Date alone is shifted, as a wrong system clock
// leaves the monotonic clock and all timers as they are.
import { readFileSync } from 'node:fs';

/** The environment variable that names a file with milliseconds to add; without the file there are none to add. */
const { CLOCK_SHIFT_FILE } = process.env;
const LOOK_EVERY_MS = 50;

let shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
if (CLOCK_SHIFT_FILE !== undefined) setInterval(look, LOOK_EVERY_MS, CLOCK_SHIFT_FILE).unref();

function look(file: string): void {
  try {
    shiftMs = Number(readFileSync(file, 'utf8'));
  } catch {
    shiftMs = 0;
  }
}

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
