import { jest } from '@jest/globals';

import { afterData, neededByPage } from './after-data';

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

  it('loads at once when somebody presses what may need it', async () => {
    const { done, finishWork } = await startBoth();
    window.dispatchEvent(new Event('pointerdown'));
    await jest.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['code']);
    finishWork();
  });
});
