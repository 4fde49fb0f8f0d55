interface When {
  readonly hooks?: readonly [before: typeof beforeAll, after: typeof afterAll];
  /** How long the start, and the end, may take. Default: the time-out of a test. */
  readonly withinMs?: number;
}

const started: unknown[] = [];

/**
 * Gives what `start` has made for the tests of a file or of a `describe`. What can be disposed of is disposed of after
 * them, the last one first; jest itself would call the hooks in the order of their definition.
 */
export function duringTests<Value>(
  start: () => Value | Promise<Value>,
  { hooks: [before, after] = [beforeAll, afterAll], withinMs }: When = {},
): () => Value {
  let value: Value | undefined;
  before(async () => {
    value = await start();
    started.push(value);
  }, withinMs);
  after(async () => {
    const ended = Object(started.pop()) as Partial<AsyncDisposable & Disposable>;
    await ended[Symbol.asyncDispose]?.();
    ended[Symbol.dispose]?.();
  }, withinMs);
  return () => {
    if (value === undefined) throw new Error('It is started only when the tests begin');
    return value;
  };
}

/** The same anew for each test. */
export const duringEachTest = <Value>(start: () => Value | Promise<Value>): (() => Value) =>
  duringTests(start, { hooks: [beforeEach, afterEach] });
