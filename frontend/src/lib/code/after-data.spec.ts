import { jest } from '@jest/globals';

import { apiBaseUrl } from '../api/config';
import { readEarly, takeEarly } from '../api/early-answers';
import { toast } from '../toasts';
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

  it('waits on when the page asked for something meanwhile, such as thumbnails', async () => {
    const load = jest.fn(() => Promise.resolve());
    void afterData(load);
    await jest.advanceTimersByTimeAsync(200);
    await neededByPage(Promise.resolve());
    await jest.advanceTimersByTimeAsync(200);
    expect(load).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(300);
    expect(load).toHaveBeenCalled();
  });

  it('waits on while the page has not taken what was read early for it', async () => {
    localStorage.setItem('token', 'test-token');
    jest.spyOn(window, 'fetch').mockResolvedValue(new Response('{}'));
    readEarly(['/api/projects']);
    const load = jest.fn(() => Promise.resolve());
    void afterData(load);
    await jest.advanceTimersByTimeAsync(1000);
    expect(load).not.toHaveBeenCalled();
    void takeEarly(`${apiBaseUrl()}/api/projects`, 'test-token');
    await jest.advanceTimersByTimeAsync(300);
    expect(load).toHaveBeenCalled();
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
