import { jest } from '@jest/globals';

import { afterData, neededByPage } from './after-data';

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

it('code that the page can do without loads after the work that the page needs', async () => {
  // The longest wait never ends here.
  jest.useFakeTimers({ doNotFake: ['requestAnimationFrame', 'performance'] });
  const done: string[] = [];
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const work = neededByPage(promise).then(() => done.push('work'));
  const code = afterData(() => Promise.resolve(done.push('code')));
  for (let frame = 0; frame < 10; frame += 1) await nextFrame();
  resolve(undefined);
  await Promise.all([work, code]);
  jest.useRealTimers();
  expect(done).toEqual(['work', 'code']);
});
