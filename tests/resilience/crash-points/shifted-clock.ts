// Loaded with --import into a process whose clock is to be wrong: Date alone is shifted, as a wrong system clock
// leaves the monotonic clock and all timers as they are.
const shiftMs = Number(process.env.CLOCK_SHIFT_MS ?? 0);
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
