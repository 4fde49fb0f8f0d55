import { jest } from '@jest/globals';

import { afterData, neededByPage } from './after-data';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Code and the work before it. Returns which of them is done, in order. */
async function startBoth() {
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const work = neededByPage(promise).then(() => done.push('work'));
  const code = afterData(() => Promise.resolve(done.push('code')));
  for (let frame = 0; frame < 10; frame += 1) await nextFrame();
  return { done, finishWork: resolve, all: Promise.all([work, code]) };
}

describe('code that the page can do without', () => {
  // The longest wait never ends here.
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['requestAnimationFrame', 'performance'] }));
  afterEach(() => jest.useRealTimers());

  it('loads after the work that the page needs', async () => {
    const { done, finishWork, all } = await startBoth();
    finishWork();
    await all;
    expect(done).toEqual(['work', 'code']);
  });

  it('loads at once when somebody presses what may need it', async () => {
    const { done, finishWork, all } = await startBoth();
    expect(done).toEqual([]);
    window.dispatchEvent(new Event('pointerdown'));
    await nextFrame();
    expect(done).toEqual(['code']);
    finishWork();
    await all;
  });
});
