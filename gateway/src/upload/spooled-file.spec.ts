import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { MIB } from '@studiolo/contracts';

import { SpooledFile } from './spooled-file.js';
import { BLOCK_BYTES, MEMORY_BYTES, UploadMemory } from './upload-memory.js';

let folder: string;
let memory: UploadMemory;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spooled-file-'));
  memory = new UploadMemory();
});
afterEach(() => rm(folder, { recursive: true }));

const newFile = () => new SpooledFile(memory, () => join(folder, `${Math.random()}`));
const onDisk = () => readdir(folder);

/** Takes all memory but some blocks. */
function leaveBlocks(left: number): Buffer[] {
  const taken: Buffer[] = [];
  for (let block = memory.take(); block; block = memory.take()) taken.push(block);
  memory.giveBack(taken.splice(0, left));
  return taken;
}

async function append(file: SpooledFile, content: Buffer, pieceBytes: number): Promise<void> {
  for (let at = 0; at < content.length; at += pieceBytes) {
    await file.append(content.subarray(at, at + pieceBytes));
  }
}

async function allOf(file: SpooledFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of file.chunks()) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

describe.each([
  ['in memory', Number.POSITIVE_INFINITY, 0],
  ['on disk for want of memory', 0, 1],
  ['on disk since memory ran out half-way', 2, 1],
])('a file %s', (_where, blocks, filesOnDisk) => {
  const content = randomBytes(MIB + 12_345);

  test.each([1_000_000, 65_536, 60_001])(
    'has the bytes that came, in pieces of %i',
    async (size) => {
      if (Number.isFinite(blocks)) leaveBlocks(blocks);
      const file = newFile();
      await append(file, content, size);
      expect(file.size).toBe(content.length);
      expect((await allOf(file)).equals(content)).toBe(true);
      expect(await onDisk()).toHaveLength(filesOnDisk);
    },
  );

  test.each([
    ['its beginning', 0, 100],
    ['a piece across blocks', BLOCK_BYTES - 10, 20],
    ['more than two blocks', 1, 2 * BLOCK_BYTES],
    ['its end', content.length - 10, 10],
    ['what is there of a piece that reaches beyond its end', content.length - 10, 100],
    ['nothing beyond its end', content.length + 10, 100],
  ])('gives %s', async (_what, offset, length) => {
    if (Number.isFinite(blocks)) leaveBlocks(blocks);
    const file = newFile();
    await append(file, content, 65_536);
    const expected = content.subarray(offset, offset + length);
    expect((await file.read(offset, length)).equals(expected)).toBe(true);
  });

  test('leaves nothing behind when it is removed', async () => {
    const others = Number.isFinite(blocks) ? leaveBlocks(blocks) : [];
    const file = newFile();
    await append(file, content, 65_536);
    await file.remove();
    expect(await onDisk()).toEqual([]);
    memory.giveBack(others);
    expect(leaveBlocks(0)).toHaveLength(MEMORY_BYTES / BLOCK_BYTES);
  });
});

test('files that share the memory keep their own bytes', async () => {
  const contents = Array.from({ length: 50 }, () => randomBytes(MIB));
  const files = contents.map(newFile);
  await Promise.all(files.map((file, at) => append(file, contents[at] ?? Buffer.alloc(0), 70_000)));
  const kept = await Promise.all(files.map(allOf));
  expect(kept.every((bytes, at) => bytes.equals(contents[at] ?? Buffer.alloc(0)))).toBe(true);
  expect((await onDisk()).length).toBeGreaterThanOrEqual(26);
});

test('an empty file has no bytes', async () => {
  const file = newFile();
  expect(file.size).toBe(0);
  expect(await allOf(file)).toHaveLength(0);
  await file.remove();
});
