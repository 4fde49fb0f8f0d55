import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

import { expect, type Locator, type Page } from '@playwright/test';
import type { Project } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';

import type { Account } from './accounts.ts';

export const MIB = 1024 * 1024;
const FILES_PER_UPLOAD = 20;
const SLOW_BYTES_PER_SECOND = 300 * 1024;
/** The stream of changes. */
export const EVENTS = '**/api/events';

export const PUBLIC_PAGES = [
  ...['/', '/login', '/register', '/forgot-password'],
  ...['/reset-password?token=abc', '/undo-email-change?token=abc', '/link-google'],
];
/** Without those of single projects. */
export const SIGNED_IN_PAGES = [
  ...['/dashboard', '/projects', '/projects?view=board', '/projects/new'],
  ...['/storage', '/studio', '/profile'],
];

/** Opens a page and waits until it shows its data. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

/** Opens a page, and waits until its stream of changes is open. */
export async function follow(page: Page, path: string): Promise<void> {
  const streaming = page.waitForResponse(EVENTS);
  await page.goto(path);
  expect((await streaming).status()).toBe(200);
}

type NewProject = Partial<Pick<Project, 'title' | 'client' | 'contact' | 'status' | 'description'>>;

/** Creates a project over the API; retries when a busy stack refuses the call. */
export async function newProject({ api }: Account, fields: NewProject = {}): Promise<string> {
  const project = { title: 'Ridgeline', client: 'Alpine Press', ...fields };
  const key = { 'Idempotency-Key': randomUUID() };
  return eventually(() => api.newProject(project, key));
}

/** Creates so many projects over the API. */
export const newProjects = (account: Account, count: number) =>
  Promise.all(Array.from({ length: count }, () => newProject(account)));

/** Creates a project with files over the API. */
export async function projectWith(
  account: Account,
  files: readonly SampleFile[],
  fields: NewProject = {},
): Promise<string> {
  const id = await newProject(account, fields);
  for (const file of files) await storeFile(account, id, file);
  return id;
}

/** Creates a project with so many small pictures over the API. */
export async function projectOf(account: Account, count: number, fields: NewProject = {}) {
  const id = await newProject(account, fields);
  const files = Array.from({ length: count }, (_, index) => picture(`IMG_${index}.png`, 512));
  const parts = files.map(({ name, buffer }) => new File([new Uint8Array(buffer)], name));
  for (let from = 0; from < count; from += FILES_PER_UPLOAD) {
    const { status } = await account.api.upload(id, parts.slice(from, from + FILES_PER_UPLOAD));
    expect(status).toBe(201);
  }
  return id;
}

/** Opens a new project with the given files, and the preview of the first. */
export async function preview(page: Page, account: Account, files: readonly SampleFile[]) {
  await page.goto(`/projects/${await projectWith(account, files)}`);
  await page.getByRole('button', { name: `Preview ${files[0]?.name}` }).click();
}

/** Uploads a file over the API. */
export async function storeFile({ api }: Account, projectId: string, file: SampleFile) {
  const { status, body } = await api.upload(projectId, [
    new File([new Uint8Array(file.buffer)], file.name),
  ]);
  expect(status, String(body.error)).toBe(201);
}

/** Playwright's format for files of a picker. */
export interface SampleFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A grey PNG of 2 × 2 pixels. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAADklEQVR4nGOI2sKwJQoABloCHWu90/MAAAAASUVORK5CYII=',
  'base64',
);

/** A PNG of exactly this many bytes: decoders ignore what follows its end. */
export function picture(name: string, bytes = 1024): SampleFile {
  const filler = Buffer.alloc(bytes - PNG.length, name);
  return { name, mimeType: 'image/png', buffer: Buffer.concat([PNG, filler]) };
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG whose pixels are black and white in turn. */
export function checkerboard(name: string, width: number, height: number): SampleFile {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const rows = Array.from({ length: height }, (_, y) =>
    // A row begins with the number of its filter: none.
    Uint8Array.from({ length: width + 1 }, (_pixel, x) => (x > 0 && (x + y) % 2 ? 255 : 0)),
  );
  const chunks = [
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(Buffer.concat(rows))),
    pngChunk('IEND', Buffer.alloc(0)),
  ];
  const buffer = Buffer.concat([PNG.subarray(0, 8), ...chunks]);
  return { name, mimeType: 'image/png', buffer };
}

/** A file whose type is found by its name and content. */
export function sample(name: string, content: Buffer | string): SampleFile {
  return { name, mimeType: '', buffer: Buffer.from(content as string) };
}

/** A JPEG of 780 × 520 pixels. */
export const JPEG = readFileSync(
  join(import.meta.dirname, '../../../infra/demo/files/alpine-haze.jpg'),
);

/** A film of less than a second, 320 pixels wide. */
export const FILM = readFileSync(join(import.meta.dirname, 'film.webm'));

/** Drops a file or folder of this machine as the browser itself does. */
export async function dropPath(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 300, data });
  }
}

/** Holds back what is asked for at an address, until the returned function is called. */
export async function hold(page: Page, address: string | RegExp): Promise<() => void> {
  const held = Promise.withResolvers<void>();
  await page.route(address, (route) => held.promise.then(() => route.continue()));
  return held.resolve;
}

/** A toast with the given text. */
export const toast = (page: Page, message: string) =>
  page.getByRole('listitem').filter({ hasText: message }).last();

/** Makes the uploads of a page slow. */
export async function slowNetwork(page: Page) {
  const session = await page.context().newCDPSession(page);
  const set = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await set(SLOW_BYTES_PER_SECOND);
  return { heal: () => set(-1) };
}

/** Presses a button that downloads a file. */
export async function download(button: Locator): Promise<{ name: string; content: Buffer }> {
  const downloading = button.page().waitForEvent('download');
  await button.click();
  const download = await downloading;
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}
