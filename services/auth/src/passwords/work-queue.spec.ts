import { WorkQueue } from './work-queue.js';

/** Work that ends when it is told to. */
function heldWork() {
  const started: number[] = [];
  const releases: (() => void)[] = [];
  const work = (name: number) => async () => {
    started.push(name);
    await new Promise<void>((resolve) => releases.push(resolve));
    return name;
  };
  return { started, work, releaseNext: () => releases.shift()?.() };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a work queue', () => {
  test('runs as many pieces at once as it is wide, and the others in their order', async () => {
    const queue = new WorkQueue({ width: 2, maxWaiting: 10 });
    const { started, work, releaseNext } = heldWork();
    const results = [1, 2, 3, 4].map((name) => queue.run(work(name)));
    await settled();
    expect(started).toEqual([1, 2]);
    releaseNext();
    await settled();
    expect(started).toEqual([1, 2, 3]);
    releaseNext();
    releaseNext();
    await settled();
    releaseNext();
    expect(await Promise.all(results)).toEqual([1, 2, 3, 4]);
  });

  test('refuses at once what would have to wait too long', async () => {
    const queue = new WorkQueue({ width: 1, maxWaiting: 1 });
    const { work, releaseNext } = heldWork();
    const kept = [queue.run(work(1)), queue.run(work(2))];
    await expect(queue.run(work(3))).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    releaseNext();
    await settled();
    releaseNext();
    expect(await Promise.all(kept)).toEqual([1, 2]);
  });

  test('goes on after work that failed', async () => {
    const queue = new WorkQueue({ width: 1, maxWaiting: 1 });
    const failing = queue.run(() => Promise.reject(new Error('failed')));
    const next = queue.run(() => Promise.resolve('done'));
    await expect(failing).rejects.toThrow('failed');
    expect(await next).toBe('done');
    expect(await queue.run(() => Promise.resolve('and on'))).toBe('and on');
  });
});
