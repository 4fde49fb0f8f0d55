import { randomBytes } from 'node:crypto';

import { KIB, MIB } from '@studiolo/contracts';

import { FileOfForm, type FormBytes, FormInMemory, FormOnDisk } from './form-bytes.js';
import { POOLS, UploadSpool } from './upload-spool.js';

const LARGEST_BYTES = Math.max(...POOLS.map(({ bytes }) => bytes));

let spool: UploadSpool;
const opened: FormBytes[] = [];

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
  ['in memory', LARGEST_BYTES, FormInMemory],
  ['on disk, because it may be larger than a piece of memory', LARGEST_BYTES + 1, FormOnDisk],
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

  test('can hold an empty file', async () => {
    expect(await allOf(new FileOfForm(await open(mostBytes), 0, 0))).toHaveLength(0);
  });
});

test.each(POOLS)(
  'after $most forms of up to $bytes bytes, further ones go to disk until one is removed',
  async ({ bytes, most }) => {
    for (let count = 0; count < most; count += 1) {
      const form = await open(bytes);
      expect(form).toBeInstanceOf(FormInMemory);
      await append(form, Buffer.alloc(100));
    }
    expect(await open(bytes)).toBeInstanceOf(FormOnDisk);
    await opened.shift()?.remove();
    expect(await open(bytes)).toBeInstanceOf(FormInMemory);
  },
);

test('forms received at once keep their own bytes, also in reused memory', async () => {
  for (let round = 0; round < 2; round += 1) {
    const contents = Array.from({ length: 30 }, () => randomBytes(300_000));
    const forms = await Promise.all(contents.map(({ length }) => open(length)));
    await Promise.all(
      forms.map((form, at) => append(form, contents[at] ?? Buffer.alloc(0), 70_000)),
    );
    const kept = await Promise.all(forms.map((form) => allOf(new FileOfForm(form, 0, form.size))));
    expect(kept.every((bytes, at) => bytes.equals(contents[at] ?? Buffer.alloc(0)))).toBe(true);
    for (const form of opened.splice(0)) await form.remove();
  }
});

test('a form longer than announced is refused and not cut', async () => {
  const form = await open(LARGEST_BYTES);
  await expect(form.append(Buffer.alloc(LARGEST_BYTES + 1))).rejects.toThrow('too long');
});
