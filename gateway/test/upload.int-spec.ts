import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { MIB, storageMessages } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';

import { AT_ONCE } from '../src/upload/upload-turns.js';
import { answersWith, BrokenStore, isFrozen } from './support/broken-store.js';
import { eventually } from './support/eventually.js';
import { TestObjectStore } from './support/object-store.js';
import { answerOf, type SignedIn, TestGateway } from './support/test-gateway.js';

const projectId = randomUUID();
const uploadId = randomUUID();
const store = new TestObjectStore();
const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const png = (size: number) => Buffer.concat([PNG_START, randomBytes(size - PNG_START.length)]);

let gateway: TestGateway;
let broken: BrokenStore;
let who: SignedIn;
let keys: string[];

beforeAll(async () => {
  gateway = await TestGateway.start(8);
  broken = await BrokenStore.start();
});
afterAll(async () => {
  await gateway.stop();
  await broken.stop();
});
beforeEach(async () => {
  who = await gateway.signIn();
  keys = [];
  const { services } = gateway;
  services.reset();
  services.answer(storageMessages.abortUpload, () => ({}));
  storesIn((key) => store.putUrl(key));
  services.answer(storageMessages.commitUpload, () => ({
    files: begun().map(({ filename, size, contentType }) => ({
      filename,
      size,
      content_type: contentType,
      created_at: '2026-11-21T10:00:00.000Z',
    })),
  }));
});
afterEach(async () => {
  await eventually(async () => expect(await temporaryFiles()).toEqual([]));
});

function storesIn(urlOf: (key: string) => Promise<string>) {
  gateway.services.answer(storageMessages.beginUpload, async ({ files }) => {
    keys = files.map(() => randomUUID());
    return {
      uploadId,
      urls: await Promise.all(keys.map(urlOf)),
      expiresAt: '2026-11-21T10:00:00Z',
    };
  });
}

interface BegunFile {
  filename: string;
  size: number;
  contentType: string;
}

function begun(): BegunFile[] {
  const [request] = gateway.services.requestsOf(storageMessages.beginUpload);
  return (request as { files: BegunFile[] } | undefined)?.files ?? [];
}

async function temporaryFiles(): Promise<string[]> {
  const folders = await readdir(tmpdir());
  const own = folders.filter((name) => name.startsWith(`studiolo-upload-${process.pid}-`));
  const files = await Promise.all(own.map((name) => readdir(join(tmpdir(), name))));
  return files.flat();
}

type Field = [name: string, value: string | File];

async function upload(...fields: Field[]) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return send(form);
}

async function send(body: RequestInit['body'], headers: Record<string, string> = {}) {
  const all = { authorization: `Bearer ${who.token}`, ...headers };
  const init: RequestInit = { method: 'POST', body: body ?? null, headers: all, duplex: 'half' };
  return answerOf(await fetch(`${gateway.url}/api/upload`, init));
}

const project: Field = ['project_id', projectId];
const file = (content: Buffer | string, name: string, field = 'file'): Field => [
  field,
  new File([content], name),
];

describe('files reach the store byte for byte', () => {
  test.each([
    ['before them', (files: Field[]) => [project, ...files]],
    ['after them', (files: Field[]) => [...files, project]],
    ['between them', ([first, ...rest]: Field[]) => [first, project, ...rest] as Field[]],
  ])('with the project %s', async (_where, order) => {
    const photo = png(3 * MIB);
    const contract = Buffer.from('%PDF-1.7 contract');
    const fields = order([file(photo, 'a.png', 'files'), file(contract, 'b.pdf', 'files')]);
    const answer = await upload(...fields);
    expect(answer).toMatchObject({
      status: 201,
      body: {
        success: true,
        files: [
          { filename: 'a.png', size: photo.length, content_type: 'image/png' },
          { filename: 'b.pdf', size: contract.length, content_type: 'application/pdf' },
        ],
      },
    });
    expect((await store.read(keys[0] ?? '')).equals(photo)).toBe(true);
    expect((await store.read(keys[1] ?? '')).equals(contract)).toBe(true);
    expect(gateway.services.requestsOf(storageMessages.beginUpload)).toMatchObject([
      { ownerId: who.userId, projectId },
    ]);
  });

  test('also in chunks of unknown length', async () => {
    const photo = png(2 * MIB);
    const body = Readable.from([
      '--abc\r\nContent-Disposition: form-data; name="project_id"\r\n\r\n',
      `${projectId}\r\n--abc\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
      photo,
      '\r\n--abc--\r\n',
    ]);
    const type = { 'content-type': 'multipart/form-data; boundary=abc' };
    expect(await send(Readable.toWeb(body), type)).toMatchObject({ status: 201 });
    expect((await store.read(keys[0] ?? '')).equals(photo)).toBe(true);
  });

  test.each([
    ['結婚式 🎞.png', '結婚式 🎞.png'],
    ['Höchzeit "1".png', 'Höchzeit "1".png'],
    ['100%.png', '100%.png'],
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\Users\\anna\\a.png', 'a.png'],
  ])('the name %s arrives as %s', async (name, expected) => {
    expect((await upload(project, file(png(100), name))).status).toBe(201);
    expect(begun()).toMatchObject([{ filename: expected }]);
  });
});

describe('a file of', () => {
  test('exactly the limit is kept', async () => {
    expect((await upload(project, file(png(5 * MIB), 'a.png'))).status).toBe(201);
  });

  test('one byte more is refused, with its name and size', async () => {
    const answer = await upload(project, file(png(5 * MIB + 1), 'a.png'));
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({
      success: false,
      error: 'File too large: 5.01MB (max 5MB)',
      filename: 'a.png',
    });
  });

  test('7.25 MB is refused with that size', async () => {
    const answer = await upload(project, file(png(7.25 * MIB), 'a.png'));
    expect(answer.body.error).toBe('File too large: 7.25MB (max 5MB)');
  });

  test('no bytes is refused by name', async () => {
    const answer = await upload(project, file('', 'a.png'));
    expect(answer).toMatchObject({ status: 400, body: { error: 'a.png is empty' } });
  });

  test('another kind is refused by name', async () => {
    const page = file('<!doctype html><script>alert(1)</script>', 'photo.png', 'files');
    const answer = await upload(project, file(png(100), 'a.png', 'files'), page);
    expect(answer.status).toBe(415);
    expect(answer.body).toMatchObject({ success: false, filename: 'photo.png' });
    expect(begun()).toEqual([]);
  });
});

test('a form larger than the quota is refused before much of it is read', async () => {
  gateway.services.answer(storageMessages.getUsage, () => ({
    totalBytes: MIB,
    totalFiles: 1,
    quotaBytes: 5 * MIB,
    maxFileBytes: 5 * MIB,
    projects: [],
  }));
  let sent = 0;
  function* manyFiles() {
    for (let count = 0; count < 100; count += 1) {
      yield `--abc\r\nContent-Disposition: form-data; name="files"; filename="${count}.png"\r\n\r\n`;
      for (let part = 0; part < 4; part += 1) {
        sent += MIB;
        yield png(MIB);
      }
      yield '\r\n';
    }
  }
  const outcome = await new Promise<{ status: number | undefined; body: string; sent: number }>(
    (resolve, reject) => {
      const outgoing = httpRequest(`${gateway.url}/api/upload`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${who.token}`,
          'content-type': 'multipart/form-data; boundary=abc',
        },
      });
      outgoing.on('error', reject).on('response', (answer) => {
        const sentUntilNow = sent;
        let body = '';
        answer.on('data', (chunk: Buffer) => (body += chunk.toString()));
        answer.on('end', () => {
          outgoing.destroy();
          resolve({ status: answer.statusCode, body, sent: sentUntilNow });
        });
      });
      Readable.from(manyFiles()).pipe(outgoing);
    },
  );
  expect(outcome.status).toBe(413);
  expect(outcome.body).toContain('MB needed, 4 MB of 5 MB left');
  // Socket buffers on both sides hold some of it.
  expect(outcome.sent).toBeLessThan(16 * MIB);
});

describe('a form is refused', () => {
  const parts = (count: number, field: Field) => Array.from({ length: count }, () => field);
  test.each([
    ['without a file', [project], 400, 'Please select a file first'],
    ['with an empty file input', [project, file('', '')], 400, 'Please select a file first'],
    ['without a project', [file('%PDF-', 'a.pdf')], 400, 'project_id is required'],
    [
      'with a malformed project',
      [['project_id', 'abc'] as Field, file('%PDF-', 'a.pdf')],
      404,
      'Project not found',
    ],
    [
      'with two projects',
      [project, project, file('%PDF-', 'a.pdf')],
      400,
      'project_id was given more than once',
    ],
    [
      'with 51 files',
      [project, ...parts(51, file('%PDF-', 'a.pdf', 'files'))],
      400,
      'At most 50 files can be uploaded at once',
    ],
    ['with 1,100 parts', parts(1_100, ['x', 'y']), 413, 'The request is too large'],
  ])('%s', async (_what, fields, status, error) => {
    const answer = await upload(...fields);
    expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error });
    expect(begun()).toEqual([]);
  });

  test.each([
    [
      'that ends in the middle',
      '--abc\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx',
    ],
    ['without its boundary', 'hello'],
    ['with a part without a header', '--abc\r\n\r\nhello\r\n--abc--\r\n'],
    [
      'with a prototype name',
      '--abc\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\nx\r\n--abc--\r\n',
    ],
  ])('%s', async (_what, body) => {
    const answer = await send(body, { 'content-type': 'multipart/form-data; boundary=abc' });
    expect(answer).toMatchObject({ status: 400, body: { success: false } });
  });

  test('without a boundary, and one that is JSON', async () => {
    expect((await send('x', { 'content-type': 'multipart/form-data' })).status).toBe(400);
    expect((await send('{}', { 'content-type': 'application/json' })).status).toBe(415);
  });
});

test("somebody else's project is refused as storage says, and nothing is put", async () => {
  gateway.services.answer(storageMessages.beginUpload, () => {
    throw new AppError('PROJECT_NOT_FOUND');
  });
  expect(await upload(project, file(png(100), 'a.png'))).toMatchObject({
    status: 404,
    body: { success: false, error: 'Project not found' },
  });
});

describe('a store that', () => {
  test.each([
    ['answers 503', answersWith(503)],
    ['is frozen', isFrozen],
    ['hangs up', (request: { destroy: () => void }) => request.destroy()],
  ])('%s gives 503, and the reservation is released', async (_what, behaviour) => {
    broken.behave = behaviour;
    storesIn(() => Promise.resolve(broken.url));
    const answer = await upload(project, file(png(2 * MIB), 'a.png'));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(gateway.services.requestsOf(storageMessages.abortUpload)).toEqual([
      { ownerId: who.userId, uploadId },
    ]);
    expect(gateway.services.requestsOf(storageMessages.commitUpload)).toEqual([]);
  });

  test('is frozen gives 503 also to those in line, before they reserve anything', async () => {
    broken.behave = isFrozen;
    storesIn(() => Promise.resolve(broken.url));
    const uploads = Array.from({ length: AT_ONCE + 2 }, () =>
      upload(project, file(png(100), 'a.png')),
    );
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([503]));
    expect(gateway.services.requestsOf(storageMessages.beginUpload)).toHaveLength(AT_ONCE);
  });

  test('fails one upload and takes others leaves those in line alone', async () => {
    const [failing, commits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    broken.behave = (request, response) =>
      void failing.promise.then(() => answersWith(503)(request, response));
    const { services } = gateway;
    storesIn((key) =>
      services.requestsOf(storageMessages.beginUpload).length === 1
        ? Promise.resolve(broken.url)
        : store.putUrl(key),
    );
    services.answer(storageMessages.commitUpload, async () => {
      await commits.promise;
      return { files: [] };
    });
    const uploads = Array.from({ length: AT_ONCE + 2 }, () =>
      upload(project, file(png(100), 'a.png')),
    );
    await eventually(() =>
      expect(services.requestsOf(storageMessages.commitUpload)).toHaveLength(AT_ONCE - 1),
    );
    failing.resolve();
    expect((await Promise.race(uploads)).status).toBe(503);
    commits.resolve();
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201)).toEqual([503]);
  });

  test('fails together with storage has the reservation released once storage is back', async () => {
    storesIn(() => Promise.resolve(broken.url));
    let refusals = 2;
    gateway.services.answer(storageMessages.abortUpload, () => {
      refusals -= 1;
      if (refusals >= 0) throw new AppError('UNAVAILABLE');
      return {};
    });
    expect((await upload(project, file(png(100), 'a.png'))).status).toBe(503);
    await eventually(() => expect(refusals).toBe(-1));
  });

  test('is away gives 503', async () => {
    storesIn(() => Promise.resolve('http://127.0.0.1:9/x'));
    expect((await upload(project, file(png(100), 'a.png'))).status).toBe(503);
  });
});

test('a client that hangs up while the store takes its file leaves nothing behind', async () => {
  const reached = new Promise<void>((resolve) => {
    broken.behave = () => resolve();
  });
  storesIn(() => Promise.resolve(broken.url));
  const controller = new AbortController();
  const form = new FormData();
  form.append(...project);
  form.append('file', new File([png(MIB)], 'a.png'));
  const answer = fetch(`${gateway.url}/api/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${who.token}` },
    signal: controller.signal,
  });
  await reached;
  controller.abort();
  await expect(answer).rejects.toThrow();
  await eventually(() =>
    expect(gateway.services.requestsOf(storageMessages.abortUpload)).toHaveLength(1),
  );
  expect(gateway.services.requestsOf(storageMessages.commitUpload)).toEqual([]);
});

test('a shutdown answers the upload that is in flight', async () => {
  const leaving = await TestGateway.replica(8);
  let goOn: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    broken.behave = (request, response) => {
      resolve();
      goOn = () => answersWith(200)(request, response);
    };
  });
  storesIn(() => Promise.resolve(broken.url));
  const form = new FormData();
  form.append(...project);
  form.append('file', new File([png(MIB)], 'a.png'));
  const answer = fetch(`${leaving.url}/api/upload`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${who.token}` },
  });
  await reached;
  const closed = leaving.close();
  goOn();
  expect((await answer).status).toBe(201);
  await closed;
  await expect(fetch(`${leaving.url}/health/live`)).rejects.toThrow();
});
