import { jest } from '@jest/globals';
import { AppError } from '@studiolo/service-kit';

import { AT_ONCE, UploadTurns } from './upload-turns.js';

let turns: UploadTurns;
let ends: (() => void)[];
let begun: number[];

beforeEach(() => {
  jest.useFakeTimers();
  turns = new UploadTurns();
  ends = [];
  begun = [];
});
afterEach(() => jest.useRealTimers());

const begin = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    turns.run(
      () =>
        new Promise<void>((resolve) => {
          begun.push(index);
          ends.push(resolve);
        }),
    ),
  );

test('they begin a few at a time, in the order they came', async () => {
  const uploads = begin(AT_ONCE + 2);
  expect(begun).toHaveLength(AT_ONCE);
  ends[5]?.();
  await uploads[5];
  await jest.advanceTimersByTimeAsync(0);
  expect(begun.at(-1)).toBe(AT_ONCE);
  expect(begun).toHaveLength(AT_ONCE + 1);
});

test('one that fails makes room as well', async () => {
  void begin(AT_ONCE - 1);
  await expect(turns.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  void begin(1);
  expect(begun).toHaveLength(AT_ONCE);
});

/** Lets every place be taken by an upload that lasts so long, over and over. */
async function keepBusy(ms: number): Promise<void> {
  for (let round = 0; round < 5; round += 1) {
    const uploads = begin(AT_ONCE);
    await jest.advanceTimersByTimeAsync(ms);
    ends.splice(0).forEach((end) => end());
    await Promise.all(uploads);
  }
}

test('new ones are let in while the wait is short, and refused before anything is read when it is long', async () => {
  await keepBusy(1_500);
  void begin(AT_ONCE);
  expect(() => turns.admit()).not.toThrow();
  begin(3 * AT_ONCE).forEach((upload) => void upload.catch(() => undefined));
  expect(() => turns.admit()).toThrow(AppError);
});

test('one that would wait for too long is refused at once', async () => {
  await keepBusy(4_000);
  begin(4 * AT_ONCE).forEach((upload) => void upload.catch(() => undefined));
  await expect(begin(1)[0]).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('one whose turn does not come is refused in the end, and the next one is not held up by it', async () => {
  const uploads = begin(AT_ONCE);
  const refused = expect(begin(1)[0]).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await jest.advanceTimersByTimeAsync(5_000);
  await refused;
  void begin(1);
  ends[0]?.();
  await uploads[0];
  await jest.advanceTimersByTimeAsync(0);
  expect(begun).toHaveLength(AT_ONCE + 1);
});

test('when the store has failed, those in line are refused and those that come later are not', async () => {
  const [first] = begin(AT_ONCE);
  const refused = begin(2).map((upload) =>
    expect(upload).rejects.toMatchObject({ code: 'UNAVAILABLE' }),
  );
  turns.noteFailure(performance.now());
  await Promise.all(refused);
  void begin(1);
  ends[0]?.();
  await first;
  await jest.advanceTimersByTimeAsync(0);
  expect(begun).toHaveLength(AT_ONCE + 1);
});

test('when the store has taken others meanwhile, one that it has not taken leaves those in line alone', async () => {
  const since = performance.now();
  const [first] = begin(AT_ONCE);
  void begin(1);
  turns.noteStored();
  turns.noteFailure(since);
  ends[0]?.();
  await first;
  await jest.advanceTimersByTimeAsync(0);
  expect(begun).toHaveLength(AT_ONCE + 1);
});
