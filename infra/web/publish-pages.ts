import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const COMPRESSED = /\.(html|js|css|svg|json|txt|webmanifest)$/;
const FORMATS = [
  { suffix: '.br', compress: promisify(brotliCompress) },
  { suffix: '.gz', compress: promisify(gzip) },
];
/** In smaller files compression saves less than its headers add. */
const LEAST_BYTES = 1024;
/** Replacing the built pages takes another build a moment. */
const TRIES = 20;
const RETRY_MS = 500;

/**
 * Copies the built pages, with compressed versions, to the folder from which they are served, so that another build,
 * such as that of `npm test`, does not change what visitors see. Begins again when another build replaces the pages
 * meanwhile. Leaves unchanged files alone.
 */
export async function publishPages(from: string, to: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await publishAll(from, to);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === TRIES) throw error;
      await setTimeout(RETRY_MS);
    }
  }
}

async function publishAll(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const wanted = await filesIn(from);
  await Promise.all(wanted.map((file) => publish(from, to, file)));
  const kept = new Set(wanted.flatMap((file) => [file, `${file}.br`, `${file}.gz`]));
  const stale = (await filesIn(to)).filter((file) => !kept.has(file));
  await Promise.all(stale.map((file) => rm(join(to, file))));
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

async function publish(from: string, to: string, file: string): Promise<void> {
  const bytes = await readFile(join(from, file));
  const present = await readFile(join(to, file)).catch(() => undefined);
  if (present?.equals(bytes)) return;
  if (COMPRESSED.test(file) && bytes.length >= LEAST_BYTES) {
    for (const { suffix, compress } of FORMATS) {
      await mkdir(join(to, file, '..'), { recursive: true });
      await writeFile(join(to, `${file}${suffix}`), await compress(bytes));
    }
  }
  // Copied last: its presence means that its compressed versions are complete.
  await cp(join(from, file), join(to, file));
}
