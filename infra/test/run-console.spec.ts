import { RunConsole } from './run-console.ts';

describe('steps that run side by side', () => {
  let printed: string[];
  let display: RunConsole;

  beforeEach(() => {
    printed = [];
    display = new RunConsole((text) => printed.push(text));
  });
  afterEach(() => display.end());

  test('are shown in one piece each, in the order in which they end', async () => {
    const slow = Promise.withResolvers<boolean>();
    const first = display.show('slow', (write) => {
      write('one\n');
      return slow.promise.finally(() => write('two\n'));
    });
    await display.show('quick', (write) => {
      write('three\n');
      return Promise.resolve(true);
    });
    slow.resolve(false);
    expect(await first).toBe(false);
    expect(printed).toEqual([
      '… slow has begun',
      '… quick has begun',
      '\n=== quick, 0 s ===\nthree\n',
      '\n=== slow, 0 s ===\none\ntwo\n',
    ]);
  });

  test('tell in between what they are at', async () => {
    const ended = Promise.withResolvers<undefined>();
    const shown = display.show('unit', (write) => {
      write('begun\n\u001b[32mPASS\u001b[39m first.spec.ts\n\n');
      return ended.promise;
    });
    display.progress();
    expect(printed.at(-1)).toBe('… unit, 0 s: PASS first.spec.ts');
    ended.resolve(undefined);
    await shown;
    display.progress();
    expect(printed.at(-1)).toMatch(/=== unit/);
  });
});
