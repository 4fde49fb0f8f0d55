import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { eventually } from '@studiolo/testing/eventually';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';

import { publishPages } from './publish-pages.ts';

const SCRIPT = 'console.log("Studiolo");\n'.repeat(100);
const folder = temporaryFolder();
const from = () => join(folder(), 'dist');
const to = () => join(folder(), 'pages');

beforeEach(async () => {
  await mkdir(join(from(), 'assets'), { recursive: true });
  await writeFile(join(from(), 'index.html'), '<!doctype html>');
  await writeFile(join(from(), 'assets', 'app.js'), SCRIPT);
  await writeFile(join(from(), 'assets', 'photo.webp'), SCRIPT);
});

const published = async () => (await readdir(join(to(), 'assets'))).sort();

describe('publishing the pages', () => {
  test('adds compressed versions of files that become smaller', async () => {
    await publishPages(from(), to());
    expect(await published()).toEqual(['app.js', 'app.js.br', 'app.js.gz', 'photo.webp']);
    const file = (suffix: string) => readFile(join(to(), 'assets', `app.js${suffix}`));
    expect(brotliDecompressSync(await file('.br')).toString()).toBe(SCRIPT);
    expect(gunzipSync(await file('.gz')).toString()).toBe(SCRIPT);
  });

  test('keeps unchanged files and removes files of the previous build', async () => {
    await publishPages(from(), to());
    const before = await stat(join(to(), 'index.html'));
    await rm(join(from(), 'assets', 'app.js'));
    await writeFile(join(from(), 'assets', 'app-2.js'), 'new');
    await publishPages(from(), to());
    expect(await published()).toEqual(['app-2.js', 'photo.webp']);
    expect((await stat(join(to(), 'index.html'))).mtimeMs).toBe(before.mtimeMs);
  });

  test('waits for another build that replaces the pages meanwhile', async () => {
    const replaced = `${from()}.replaced`;
    await rename(from(), replaced);
    const publishing = publishPages(from(), to());
    // It has found nothing by then.
    await eventually(async () => expect(await readdir(to())).toEqual([]));
    await rename(replaced, from());
    await publishing;
    expect(await published()).toContain('app.js');
  });
});
