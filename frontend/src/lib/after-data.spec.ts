import { jest } from '@jest/globals';

import { afterData, neededByPage } from './after-data';
import { toast } from './toasts';

/** Starts work and code. Half a second later, tells which of them is done. */
async function startBoth() {
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  void neededByPage(promise).then(() => done.push('work'));
  void afterData(() => Promise.resolve(done.push('code')));
  await jest.advanceTimersByTimeAsync(500);
  return { done, finishWork: resolve };
}

describe('code that the page can do without', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('loads after the work that the page needs', async () => {
    const { done, finishWork } = await startBoth();
    expect(done).toEqual([]);
    finishWork();
    await jest.advanceTimersByTimeAsync(500);
    expect(done).toEqual(['work', 'code']);
  });

  const by = (event: string) => () => window.dispatchEvent(new Event(event));
  it.each<[string, () => void]>([
    ['a press', by('pointerdown')],
    ['a key', by('keydown')],
    ['a click of a screen reader', by('click')],
    ['a drop', by('drop')],
    ['a message', () => toast.info('Saved')],
  ])('loads at once on %s, but not that of the next page', async (_what, act) => {
    const page = await startBoth();
    expect(page.done).toEqual([]);
    act();
    await jest.advanceTimersByTimeAsync(0);
    expect(page.done).toEqual(['code']);
    const nextPage = await startBoth();
    expect(nextPage.done).toEqual([]);
    page.finishWork();
    nextPage.finishWork();
  });
});
