import { randomBytes } from 'node:crypto';

import { KIB, MIB } from '@studiolo/contracts';

import { FileOfForm, type FormBytes, FormInMemory, FormOnDisk } from './form-bytes.js';
import { MEMORY_MAX_BYTES, UploadSpool } from './upload-spool.js';

let spool: UploadSpool;
let opened: FormBytes[] = [];

beforeAll(() => {
  spool = new UploadSpool();
});
afterEach(async () => {
  for (const form of opened.splice(0)) await form.remove();
});

async function open(mostBytes?: number): Promise<FormBytes> {
  const form = await spool.open(mostBytes);
  opened.push(form);
  return form;
}

async function append(form: FormBytes, content: Buffer, pieceBytes = 64 * KIB): Promise<void> {
  for (let at = 0; at < content.length; at += pieceBytes) {
    await form.append(content.subarray(at, at + pieceBytes));
  }
}

async function allOf(file: FileOfForm): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file.chunks()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

describe.each([
  ['in memory', 5 * MIB, FormInMemory],
  ['on disk, because it may be larger than the memory', MEMORY_MAX_BYTES + 1, FormOnDisk],
  ['on disk, because its size is unknown', undefined, FormOnDisk],
])('a form %s', (_where, mostBytes, kind) => {
  const first = randomBytes(100_000);
  const second = randomBytes(MIB + 12_345);

  async function formOfTwo(pieceBytes?: number) {
    const form = await open(mostBytes);
    await append(form, first, pieceBytes);
    await append(form, second, pieceBytes);
    const file = new FileOfForm(form, first.length, second.length);
    return { form, file };
  }

  test.each([1_000_000, 65_536, 60_001])(
    'returns the bytes of its files that arrived in pieces of %i',
    async (pieceBytes) => {
      const { form, file } = await formOfTwo(pieceBytes);
      expect(form.size).toBe(first.length + second.length);
      expect((await allOf(new FileOfForm(form, 0, first.length))).equals(first)).toBe(true);
      expect((await allOf(file)).equals(second)).toBe(true);
      expect(form).toBeInstanceOf(kind);
    },
  );

  test.each([
    ['its beginning', 0, 100],
    ['a range in its middle', 300_000, 700_000],
    ['its end', second.length - 10, 10],
    ['the existing bytes of a range that reaches beyond its end', second.length - 10, 100],
    ['nothing beyond its end', second.length + 10, 100],
  ])('reads from a file %s', async (_what, offset, length) => {
    const { form } = await formOfTwo();
    await append(form, first);
    const file = new FileOfForm(form, first.length, second.length);
    const expected = second.subarray(offset, offset + length);
    expect((await file.read(offset, length)).equals(expected)).toBe(true);
  });

  test('uses no memory once it is removed', async () => {
    const { form } = await formOfTwo();
    opened = [];
    await form.remove();
    expect(spool.usedBytes).toBe(0);
  });

  test('can hold an empty file', async () => {
    expect(await allOf(new FileOfForm(await open(mostBytes), 0, 0))).toHaveLength(0);
  });
});

test('forms beyond the memory go to disk until another is removed', async () => {
  const bytes = MEMORY_MAX_BYTES / 4;
  for (let count = 0; count < 4; count += 1) expect(await open(bytes)).toBeInstanceOf(FormInMemory);
  expect(spool.usedBytes).toBe(MEMORY_MAX_BYTES);
  expect(await open(1)).toBeInstanceOf(FormOnDisk);
  await opened.shift()?.remove();
  expect(await open(bytes)).toBeInstanceOf(FormInMemory);
});

test('a form longer than announced is refused and not cut', async () => {
  const form = await open(1000);
  await expect(form.append(Buffer.alloc(1001))).rejects.toThrow('too long');
});
