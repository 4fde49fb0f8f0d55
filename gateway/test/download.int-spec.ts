import { hash, randomBytes } from 'node:crypto';

import { MIB, storageMessages } from '@studiolo/contracts';
import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';

import {
  answersWith,
  brokenStore,
  cutsAfter,
  downloadsComeFrom,
  type Found,
  isFrozen,
  sends,
} from './support/broken-store.js';
import { objectsIn } from './support/object-store.js';
import { Studio } from './support/start-studio.js';
import { png, sha256 } from './support/test-uploads.js';

// The same in every run, since its hash is in the names of tests.
const places = Uint32Array.from({ length: (3 * MIB) / 4 }, (_, place) => place);
const content = Buffer.concat([png(8), Buffer.from(places.buffer)]);
const etag = `"${sha256(content)}"`;
const MODIFIED = 'Sat, 21 Nov 2026 10:00:00 GMT';
const BEFORE = 'Sat, 21 Nov 2026 09:59:59 GMT';
const filename = 'Höchzeit "1" 結婚.png';

const studio = Studio.duringTests(() => ({
  STORAGE_QUOTA_BYTES: String(100 * MIB),
  MAX_FILE_BYTES: String(20 * MIB),
}));
const broken = brokenStore();
const who = duringTests(() => studio().signIn());
const projectId = duringTests(() => who().newProject());
const key = duringTests(() => store(filename, content));

const sql = (text: string, values: unknown[]) => studio().services.storage.sql(text, values);

/** Stores a file of the time of MODIFIED; returns the key of its object. */
async function store(name: string, bytes: Buffer): Promise<string> {
  const { status } = await who().upload(projectId(), [new File([new Uint8Array(bytes)], name)]);
  expect(status).toBe(201);
  await sql("UPDATE files SET created_at = '2026-11-21T10:00:00.500Z' WHERE filename = $1", [name]);
  const [row] = await sql('SELECT object_key FROM files WHERE filename = $1', [name]);
  return String(row?.object_key);
}

const opensAt = (url: string, found?: Found): void =>
  downloadsComeFrom(studio().answers, url, found);

function download(headers: Record<string, string> = {}, method = 'GET', name = filename) {
  const path = `/api/download/${projectId()}/${encodeURIComponent(name)}`;
  return who().fetch(path, { method, headers });
}

test('a file is sent whole, with the name to save it under', async () => {
  const answer = await download();
  expect(answer.status).toBe(200);
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(content.length),
    'content-disposition': `attachment; filename="Hochzeit _1_ __.png"; filename*=UTF-8''H%C3%B6chzeit%20%221%22%20%E7%B5%90%E5%A9%9A.png`,
    'accept-ranges': 'bytes',
    'last-modified': MODIFIED,
    etag,
    'x-content-type-options': 'nosniff',
  });
  expect(answer.headers.get('content-security-policy')).toContain('sandbox');
});

test('many simultaneous downloads all get the right bytes, however late they are read', async () => {
  // More than the sockets buffer, so that unread bytes stay in the gateway.
  const size = 12 * MIB;
  const contents = Array.from({ length: 3 }, () => png(size));
  const names = contents.map((_, index) => `${index}.png`);
  for (const [index, name] of names.entries()) await store(name, contents[index] ?? content);
  const downloads = () => names.map((name) => download({}, 'GET', name));
  // The first downloads stay unread until all others are complete.
  const late = await Promise.all(downloads());
  const answers = await Promise.all(downloads().map(async (one) => (await one).arrayBuffer()));
  expect(answers.map(sha256)).toEqual(contents.map(sha256));
  expect((await Promise.all(late.map((one) => one.arrayBuffer()))).map(sha256)).toEqual(
    contents.map(sha256),
  );
});

test.each([
  ['bytes=1000-', 1000, content.length - 1],
  // s3rver would send the whole file.
  ['bytes=0-0', 0, 0],
  ['bytes=00-0', 0, 0],
])('the range %s is answered with exactly that part', async (range, first, last) => {
  const answer = await download({ range });
  expect(answer.status).toBe(206);
  expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/${content.length}`);
  expect(answer.headers.get('content-length')).toBe(String(last - first + 1));
  const part = content.subarray(first, last + 1);
  expect(Buffer.from(await answer.arrayBuffer()).equals(part)).toBe(true);
});

test.each([
  ['If-Match names another version', { 'if-match': '"other"' }, 412],
  ['If-Match names the version weakly', { 'if-match': `W/${etag}` }, 412],
  ['If-Match names the version', { 'if-match': `"other", ${etag}` }, 200],
  ['the file is newer than If-Unmodified-Since', { 'if-unmodified-since': BEFORE }, 412],
  ['the file is as old as If-Unmodified-Since', { 'if-unmodified-since': MODIFIED }, 200],
  ['If-Unmodified-Since is no date', { 'if-unmodified-since': '2001' }, 200],
  ['the file is as old as If-Modified-Since', { 'if-modified-since': MODIFIED }, 304],
  ['the file is newer than If-Modified-Since', { 'if-modified-since': BEFORE }, 200],
  ['If-None-Match says otherwise', { 'if-modified-since': MODIFIED, 'if-none-match': '"a"' }, 200],
  ['If-Range is the version', { range: 'bytes=0-9', 'if-range': etag }, 206],
  // Another file could be of the same second.
  ['If-Range is the date of the file', { range: 'bytes=0-9', 'if-range': MODIFIED }, 200],
  ['If-Range is another version', { range: 'bytes=0-9', 'if-range': '"other"' }, 200],
])('when %s, a download with %j is answered %i', async (_what, headers, status) => {
  const answer = await download(headers);
  expect(answer.status).toBe(status);
  await answer.body?.cancel();
});

test('a range beyond the end is refused with the size', async () => {
  const answer = await download({ range: `bytes=${content.length}-` });
  expect(answer.status).toBe(416);
  expect(answer.headers.get('content-range')).toBe(`bytes */${content.length}`);
});

test.each([etag, `"other", W/${etag}`, '*', `${'"other", '.repeat(100)}${etag}`])(
  'an If-None-Match that names the file is answered without it (%#)',
  async (tags) => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await download({ 'if-none-match': tags }, method);
      expect(answer.status).toBe(304);
      expect(answer.headers.get('etag')).toBe(etag);
      expect(answer.headers.get('content-length')).toBeNull();
      expect(await answer.text()).toBe('');
    }
  },
);

test('HEAD returns the whole size without a request to the store, whatever Range it names', async () => {
  opensAt('http://127.0.0.1:9/x');
  const answer = await download({ range: 'bytes=0-9' }, 'HEAD');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-length')).toBe(String(content.length));
});

test.each(['../../secret', '/etc/passwd', '%2e%2e', 'a\0b', 'a;b', 'x'.repeat(2000)])(
  '[B5] the name %j is treated like any unknown name',
  async (name) => {
    const answer = await download({}, 'GET', name);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ success: false, code: 'FILE_NOT_FOUND' });
    for (const request of studio().answers.requestsOf(storageMessages.openDownload)) {
      const asked = { userId: who().userId, projectId: projectId(), filename: name };
      expect(request).toMatchObject(asked);
    }
  },
);

test('an object that was replaced after its commit is not sent, neither whole nor in part', async () => {
  const replaced = await store('replaced.png', content);
  expect((await download({}, 'GET', 'replaced.png')).status).toBe(200);
  await objectsIn(studio().bucket).put(replaced, randomBytes(content.length));
  for (const headers of [{}, { range: 'bytes=0-9' }]) {
    const answer = await download(headers, 'GET', 'replaced.png');
    expect(answer.status).toBe(500);
    expect(await answer.json()).toMatchObject({
      error: expect.stringContaining('damaged') as unknown,
    });
  }
});

test.each<[string, (key: string) => Promise<unknown>]>([
  ['changed', (own) => objectsIn(studio().bucket).put(own, randomBytes(content.length))],
  ['cut', (own) => objectsIn(studio().bucket).put(own, content.subarray(0, 10))],
  ['missing', (own) => objectsIn(studio().bucket).remove(own)],
])(
  'after one failed download a file whose object is %s is listed as such',
  async (damage, spoil) => {
    const name = `${damage}.png`;
    await spoil(await store(name, content));
    expect((await download({}, 'GET', name)).ok).toBe(false);
    await eventually(async () => {
      const answer = await who().fetch(`/api/projects/${projectId()}`);
      const { project } = (await answer.json()) as { project: { files: { filename: string }[] } };
      const file = project.files.find(({ filename: one }) => one === name);
      expect(file).toMatchObject({ damage });
    });
  },
);

test('a sound file that came to its reader with other bytes is not taken for damaged', async () => {
  broken.behave = sends(randomBytes(content.length));
  opensAt(broken.url, { objectEtag: 'e', sha256: sha256(content) });
  await expect(download().then((answer) => answer.arrayBuffer())).rejects.toThrow();
  const checked = () =>
    sql('SELECT damage FROM files WHERE object_key = $1 AND checked_at IS NOT NULL', [key()]);
  await eventually(async () => expect(await checked()).toEqual([{ damage: null }]));
});

test('a copy of the object with another ETag is sent, whole and in part', async () => {
  await sql('UPDATE files SET object_etag = $1 WHERE object_key = $2', ['of another store', key()]);
  const whole = await download();
  expect(whole.headers.get('repr-digest')).toBe(`sha-256=:${hash('sha256', content, 'base64')}:`);
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
  const part = await download({ range: 'BYTES=5-9' });
  expect(part.status).toBe(206);
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(5, 10))).toBe(true);
});

test('a cut object is not sent', async () => {
  broken.behave = cutsAfter(10, 20);
  opensAt(broken.url);
  expect((await download()).status).toBe(500);
});

test.each([1000, 3 * MIB])(
  'an object of %i bytes with a flipped bit breaks off before its end',
  async (size) => {
    const bytes = randomBytes(size);
    const flipped = Buffer.from(bytes);
    flipped[500] = (flipped[500] ?? 0) ^ 1;
    broken.behave = sends(flipped);
    opensAt(broken.url, { size, objectEtag: 'e', sha256: sha256(bytes) });
    await expect(download().then((answer) => answer.arrayBuffer())).rejects.toThrow();
  },
);

test('of a damaged file its owner gets what is left, without a digest', async () => {
  broken.behave = sends(content.subarray(0, 10));
  opensAt(broken.url, { objectEtag: 'e', sha256: sha256(content) });
  const answer = await who().fetch(
    `/api/download/${projectId()}/${encodeURIComponent(filename)}?damaged=accept`,
  );
  expect(answer.status).toBe(200);
  for (const name of ['etag', 'repr-digest', 'accept-ranges']) {
    expect(answer.headers.get(name)).toBeNull();
  }
  expect(Buffer.from(await answer.arrayBuffer()).equals(content.subarray(0, 10))).toBe(true);
  expect(studio().answers.requestsOf(storageMessages.openDownload)).toMatchObject([
    { acceptsDamage: true },
  ]);
});

test('a text is sent as it is to a browser that accepts gzip, and HEAD has the same headers', async () => {
  const text = Buffer.from('Harbour at dawn. '.repeat(1000));
  await store('harbour.txt', text);
  const sent = async (method: string) => {
    const answer = await download({ 'accept-encoding': 'gzip' }, method, 'harbour.txt');
    await answer.arrayBuffer();
    const ofConnection = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);
    return Object.fromEntries([...answer.headers].filter(([name]) => !ofConnection.has(name)));
  };
  const headers = await sent('GET');
  expect(headers).toMatchObject({
    etag: `"${sha256(text)}"`,
    'content-length': String(text.length),
  });
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers['cache-control']).toContain('no-transform');
  expect(await sent('HEAD')).toEqual(headers);
});

test.each([
  ['answers 503', answersWith(503)],
  ['answers 403, since the address has expired', answersWith(403)],
  ['is frozen', isFrozen],
])('a store that %s gives 503 in JSON, without the headers of a file', async (_what, behaviour) => {
  broken.behave = behaviour;
  opensAt(broken.url);
  const answer = await download();
  expect(answer.status).toBe(503);
  expect(answer.headers.get('content-disposition')).toBeNull();
  expect(answer.headers.get('etag')).toBeNull();
  expect(await answer.json()).toMatchObject({ success: false });
});

test('a store that disconnects in the middle makes the download fail instead of giving a short file', async () => {
  broken.behave = cutsAfter(MIB, content.length);
  opensAt(broken.url);
  const answer = await download();
  expect(answer.status).toBe(200);
  await expect(answer.arrayBuffer()).rejects.toThrow();
});

test('a download that its client does not read is ended before all its bytes have left the store', async () => {
  const { server } = studio();
  const limit = server.timeout;
  expect(limit).toBeGreaterThan(0);
  server.timeout = 300;
  const size = 64 * MIB;
  const isFinished = new Promise<boolean>((resolve) => {
    broken.behave = (_request, response) => {
      response.writeHead(200, { 'content-length': size }).write(Buffer.alloc(size));
      response.on('close', () => resolve(response.writableFinished));
    };
  });
  opensAt(broken.url, { size });
  const client = await studio().connect(
    `GET /api/download/${projectId()}/${encodeURIComponent(filename)} HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${who().bearer}\r\n\r\n`,
  );
  expect(await isFinished).toBe(false);
  client.destroy();
  server.timeout = limit;
});
