import { open } from 'node:fs/promises';

/** Reads pieces of a file at given offsets; what lies beyond its end is missing from the answer. */
export interface FileReader {
  readonly size: number;
  read(offset: number, length: number): Promise<Buffer>;
}

/** Opens a file for `work` and closes it afterwards. */
export async function withFile<Result>(
  path: string,
  work: (file: FileReader) => Promise<Result>,
): Promise<Result> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    return await work({
      size,
      read: async (offset, length) => {
        const buffer = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
        return buffer.subarray(0, bytesRead);
      },
    });
  } finally {
    await handle.close();
  }
}
