import { randomBytes } from 'node:crypto';

import { KIB, MIB } from '@studiolo/contracts';

import { FileOfForm, type FormBytes } from './form-bytes.js';
import { FormStore, POOLS } from './form-store.js';

const LARGEST_BYTES = Math.max(...POOLS.map(({ bytes }) => bytes));

const spool = new FormStore();
const opened: FormBytes[] = [];
afterEach(async () => {
  for (const form of opened.splice(0)) await form.remove();
});

async function open(mostBytes?: number): Promise<FormBytes> {
  const form = await spool.open(mostBytes);
  opened.push(form);
  return form;
}

const isInMemory = ({ target }: FormBytes) => Buffer.isBuffer(target);

async function append(form: FormBytes, content: Buffer, pieceBytes = 64 * KIB): Promise<void> {
  for (let at = 0; at < content.length; at += pieceBytes) {
    await form.append(content.subarray(at, at + pieceBytes));
  }
}

async function allOf(form: FormBytes, start = 0, size = form.size - start): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of new FileOfForm(form, start, size).chunks())
    chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

describe.each([
  ['in memory', LARGEST_BYTES, true],
  ['on disk, because it may be larger than a piece of memory', LARGEST_BYTES + 1, false],
  ['on disk, because its size is unknown', undefined, false],
])('a form %s', (_where, mostBytes, inMemory) => {
  const first = randomBytes(100_000);
  const second = randomBytes(MIB + 12_345);
  const end = first.length + second.length;

  test.each([1_000_000, 65_536, 60_001])(
    'returns the bytes of its files that arrived in pieces of %i',
    async (pieceBytes) => {
      const form = await open(mostBytes);
      for (const content of [first, second, first]) await append(form, content, pieceBytes);
      expect((await allOf(form, 0, first.length)).equals(first)).toBe(true);
      expect((await allOf(form, first.length, second.length)).equals(second)).toBe(true);
      expect((await allOf(form, end)).equals(first)).toBe(true);
      expect(await allOf(form, form.size)).toHaveLength(0);
      expect(isInMemory(form)).toBe(inMemory);
    },
  );

  test('reads any range of a file, and nothing beyond its end', async () => {
    const form = await open(mostBytes);
    for (const content of [first, second, first]) await append(form, content);
    const file = new FileOfForm(form, first.length, second.length);
    for (const offset of [0, 300_000, second.length - 10, second.length + 10]) {
      const expected = second.subarray(offset, offset + 700_000);
      expect((await file.read(offset, 700_000)).equals(expected)).toBe(true);
    }
  });
});

test.each(POOLS)(
  'after $most forms of up to $bytes bytes, further ones go to disk until one is removed',
  async ({ bytes, most }) => {
    for (let count = 0; count < most; count += 1) {
      const form = await open(bytes);
      expect(isInMemory(form)).toBe(true);
      await append(form, Buffer.alloc(100));
    }
    expect(isInMemory(await open(bytes))).toBe(false);
    await opened.shift()?.remove();
    expect(isInMemory(await open(bytes))).toBe(true);
  },
);

test('forms received at once keep their own bytes, also in reused memory', async () => {
  for (let round = 0; round < 2; round += 1) {
    const contents = Array.from({ length: 30 }, () => randomBytes(300_000));
    const receive = async (content: Buffer) => {
      const form = await open(content.length);
      await append(form, content, 70_000);
      return form;
    };
    const forms = await Promise.all(contents.map(receive));
    const kept = await Promise.all(forms.map((form) => allOf(form)));
    expect(kept.map((bytes, at) => contents[at]?.equals(bytes))).not.toContain(false);
    for (const form of opened.splice(0)) await form.remove();
  }
});

test('a form longer than announced is refused and not cut', async () => {
  const form = await open(LARGEST_BYTES);
  await expect(form.append(Buffer.alloc(LARGEST_BYTES + 1))).rejects.toThrow('too long');
});
