import { ReadBuffers } from './read-buffers.js';

let buffers: ReadBuffers;
beforeEach(() => {
  buffers = new ReadBuffers();
});

test('a buffer is reused after one of its chunks was given back', () => {
  const first = buffers.take();
  buffers.giveBack(first.subarray(100, 200));
  expect(buffers.take()).toBe(first);
});

test('a buffer that was given back twice is lent only once', () => {
  const first = buffers.take();
  buffers.giveBack(first);
  buffers.giveBack(first);
  expect([buffers.take(), buffers.take()].filter((one) => one === first)).toHaveLength(1);
});

test('chunks of other memory are not kept', () => {
  const foreign = Buffer.alloc(10);
  buffers.giveBack(foreign);
  expect(buffers.take().buffer).not.toBe(foreign.buffer);
});

test('after a burst 64 buffers are kept', () => {
  const burst = Array.from({ length: 100 }, () => buffers.take());
  for (const buffer of burst) buffers.giveBack(buffer);
  const again = new Set(Array.from({ length: 100 }, () => buffers.take()));
  expect(burst.filter((buffer) => again.has(buffer))).toHaveLength(64);
});

test('a large chunk is passed on without a copy', () => {
  const buffer = buffers.take().fill('a');
  const chunk = buffers.filled(buffer, 100_000);
  expect(chunk).toHaveLength(100_000);
  expect(chunk.buffer).toBe(buffer.buffer);
  expect(buffers.take()).not.toBe(buffer);
});

test('a small chunk is passed on as a copy, and its buffer is free at once', () => {
  const buffer = buffers.take().fill('a');
  const chunk = buffers.filled(buffer, 100);
  expect(buffers.take().fill('b')).toBe(buffer);
  expect(chunk.toString()).toBe('a'.repeat(100));
});
