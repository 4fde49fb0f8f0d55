import { hash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { MIB, storageMessages } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';

import { brokenStore } from './support/broken-store.js';
import { Studio } from './support/start-studio.js';
import { type Field, file, png, project, sha256, testUploads } from './support/test-uploads.js';

const studio = Studio.duringTests();
const uploads = testUploads(studio);

describe('files reach the store byte for byte', () => {
  test.each([
    ['before them', (files: Field[]) => [project, ...files]],
    ['after them', (files: Field[]) => [...files, project]],
    ['between them', ([first, ...rest]: Field[]) => [first, project, ...rest] as Field[]],
  ])('with the project %s', async (_where, order) => {
    const photo = png(3 * MIB);
    const contract = Buffer.from('%PDF-1.7 contract');
    const fields = order([file(photo, 'a.png', 'files'), file(contract, 'b.pdf', 'files')]);
    const answer = await uploads.send(...fields);
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
    expect(await uploads.stored()).toEqual([photo, contract].map(sha256));
    expect(studio().answers.requestsOf(storageMessages.beginUpload)).toMatchObject([
      { userId: uploads.who().userId, projectId: uploads.projectId() },
    ]);
  });

  test('in fields named files[]', async () => {
    const answer = await uploads.send(project, file(png(100), 'a.png', 'files[]'));
    expect(answer).toMatchObject({ status: 201, body: { files: [{ filename: 'a.png' }] } });
  });

  test('in chunks of unknown length', async () => {
    const photo = png(2 * MIB);
    const body = Readable.from([
      '--abc\r\nContent-Disposition: form-data; name="project_id"\r\n\r\n',
      `${uploads.projectId()}\r\n--abc\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
      photo,
      '\r\n--abc--\r\n',
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=abc' };
    expect(await uploads.post(Readable.toWeb(body), { headers })).toMatchObject({ status: 201 });
    expect(await uploads.stored()).toEqual([sha256(photo)]);
  });

  test.each([
    ['100% 結婚式 🎞 "1".png', '100% 結婚式 🎞 "1".png'],
    ['../../etc/passwd.png. ', 'passwd.png'],
  ])('under the name %s, which storage receives as %s', async (name, expected) => {
    expect((await uploads.send(project, file(png(100), name))).status).toBe(201);
    expect(uploads.begun()).toMatchObject([{ filename: expected }]);
  });
});

describe('[B2] a file with', () => {
  test('exactly the largest size is stored', async () => {
    expect((await uploads.send(project, file(png(5 * MIB), 'a.png'))).status).toBe(201);
  });

  test('one byte more is refused with its name and size', async () => {
    const answer = await uploads.send(project, file(png(5 * MIB + 1), 'a.png'));
    expect(answer.status).toBe(413);
    expect(answer.body).toEqual({
      success: false,
      error: 'File too large: 5.01MB (max 5MB)',
      code: 'FILE_TOO_LARGE',
      filename: 'a.png',
    });
  });

  test('7.25 MB before 3 MB is refused with its own size', async () => {
    const files = [file(png(7.25 * MIB), 'a.png', 'files'), file(png(3 * MIB), 'b.png', 'files')];
    expect(await uploads.send(project, ...files)).toMatchObject({
      status: 413,
      body: { error: 'File too large: 7.25MB (max 5MB)', filename: 'a.png' },
    });
  });

  test.each([10, 3 * MIB])(
    '6 MB after one of %i bytes is refused with its own size',
    async (bytes) => {
      const files = [file(png(bytes), 'a.png', 'files'), file(png(6 * MIB), 'b.png', 'files')];
      expect(await uploads.send(project, ...files)).toMatchObject({
        status: 413,
        body: { error: 'File too large: 6.00MB (max 5MB)', filename: 'b.png' },
      });
    },
  );

  test('60 MB is refused with the size that the request announced, although less is read', async () => {
    const answer = await uploads.send(project, file(png(60 * MIB), 'a.png'));
    expect(answer.body).toMatchObject({ error: 'File too large: 60.00MB (max 5MB)' });
  });

  test('a name of more than 1,024 characters is refused', async () => {
    const answer = await uploads.send(project, file(png(100), `${'a'.repeat(1021)}.png`));
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'The name of a file can have at most 1024 characters' },
    });
    expect(uploads.begun()).toEqual([]);
  });

  test('text and a name that is a script’s without what is cut off is refused', async () => {
    const answer = await uploads.send(project, file('echo hello', 'run.bat. '));
    expect(answer).toMatchObject({ status: 415, body: { filename: 'run.bat' } });
    expect(uploads.begun()).toEqual([]);
  });

  test('a page’s content and a picture’s name is refused by name', async () => {
    const page = file('<!doctype html><script>alert(1)</script>', 'photo.png', 'files');
    const answer = await uploads.send(project, file(png(100), 'a.png', 'files'), page);
    expect(answer.status).toBe(415);
    expect(answer.body).toMatchObject({ success: false, filename: 'photo.png' });
    expect(uploads.begun()).toEqual([]);
  });
});

test('a file above the limit that storage has set is refused with that limit', async () => {
  studio().answers.answer(storageMessages.getLimits, () => ({
    quota_bytes: MIB,
    max_file_bytes: 2 * MIB,
  }));
  // Limits are cached: a new replica asks for them.
  await using replica = await studio().replica();
  const form = uploads.formOf(project, file(png(2 * MIB + 1), 'a.png'));
  expect(await uploads.post(form, { url: replica.url })).toMatchObject({
    status: 413,
    body: { error: 'File too large: 2.01MB (max 2MB)' },
  });
  expect(uploads.begun()).toEqual([]);
});

test.each([
  // The file at fault is read to its end, so that the refusal can tell its size.
  ['of many files is refused at the quota', 100, 5, 12, 'MB needed, 4 MB of 5 MB left'],
  ['of a file without an end is refused', 1, 200, 72, 'File too large: '],
])('[B3] a form %s before much of it is read', async (_what, files, parts, most, sentence) => {
  await uploads.send(project, file(png(MIB), 'before.png'));
  const connected = once(studio().server, 'connection') as Promise<[Socket]>;
  let taken: number | undefined;
  studio().answers.answer(storageMessages.getUsage, async (_request, ask) => {
    taken = (await connected)[0].bytesRead;
    return ask();
  });
  const bytes = png(MIB);
  function* manyFiles() {
    for (let count = 0; count < files; count += 1) {
      yield `--abc\r\nContent-Disposition: form-data; name="files"; filename="${count}.png"\r\n\r\n`;
      for (let part = 0; part < parts; part += 1) yield bytes;
      yield '\r\n';
    }
  }
  const outgoing = httpRequest(`${studio().url}/api/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${uploads.who().bearer}`,
      'content-type': 'multipart/form-data; boundary=abc',
    },
  });
  // The gateway closes the connection while more is sent.
  outgoing.on('error', () => undefined);
  Readable.from(manyFiles()).pipe(outgoing);
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  expect(taken ?? (await connected)[0].bytesRead).toBeLessThan(most * MIB);
  expect(answer.statusCode).toBe(413);
  expect(await text(answer)).toContain(sentence);
  outgoing.destroy();
});

describe('a form is refused', () => {
  const pdf = file('%PDF-', 'a.pdf');
  const noProject: Field = ['project_id', 'abc'];
  const parts = (count: number, field: Field) => Array.from({ length: count }, () => field);
  test.each([
    ['without a file', [project], 400, 'Please select a file first'],
    ['[B2] with a file of no bytes, by name', [project, file('', 'a.png')], 400, 'a.png is empty'],
    ['with an empty file input', [project, file('', '')], 400, 'Please select a file first'],
    ['without a project', [pdf], 400, 'project_id is required'],
    ['with a malformed project', [noProject, pdf], 404, 'Project not found'],
    ['with two projects', [project, project, pdf], 400, 'project_id was given more than once'],
    [
      'with 51 files',
      [project, ...parts(51, pdf)],
      400,
      'At most 50 files can be uploaded at once',
    ],
    ['with 1,100 parts', parts(1_100, ['x', 'y']), 413, 'The request is too large'],
  ])('%s', async (_what, fields, status, error) => {
    const answer = await uploads.send(...fields);
    expect({ status: answer.status, error: answer.body.error }).toEqual({ status, error });
    expect(uploads.begun()).toEqual([]);
  });

  const part = '--abc\r\nContent-Disposition: form-data; name=';
  test.each([
    ['that ends in the middle', `${part}"file"; filename="a"\r\n\r\nx`],
    ['without its boundary', 'hello'],
    ['with a part without a header', '--abc\r\n\r\nhello\r\n--abc--\r\n'],
    ['with a prototype name', `${part}"__proto__"\r\n\r\nx\r\n--abc--\r\n`],
  ])('%s', async (_what, body) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=abc' };
    const answer = await uploads.post(body, { headers });
    expect(answer).toMatchObject({ status: 400, body: { success: false } });
  });

  test.each([
    ['without a boundary', 'multipart/form-data', 400],
    ['that is JSON', 'application/json', 415],
  ])('%s', async (_what, type, status) => {
    const answer = await uploads.post('{}', { headers: { 'content-type': type } });
    expect(answer.status).toBe(status);
  });
});

describe('an upload with an Idempotency-Key', () => {
  const headers = { 'idempotency-key': 'k-1' };
  const send = (content: Buffer) =>
    uploads.post(uploads.formOf(project, file(content, 'a.png')), { headers });
  const names = () =>
    studio()
      .answers.requestsOf(storageMessages.beginUpload)
      .map(({ idempotency }) => idempotency);

  test('that was sent before gets the first answer and is not stored again', async () => {
    const photo = png(100);
    const first = await send(photo);
    expect(first).toMatchObject({ status: 201, body: { files: [{ filename: 'a.png' }] } });
    studio().answers.reset();
    expect(await send(photo)).toMatchObject({ status: 201, body: first.body });
    expect(studio().answers.requestsOf(storageMessages.commitUpload)).toEqual([]);
    expect(await uploads.stored()).toEqual([sha256(photo)]);
  });

  test('that was committed by a repeat at the same time gives its reservation back', async () => {
    const photo = png(100);
    const { answers } = studio();
    answers.answer(storageMessages.commitUpload, async (_request, ask) => {
      await eventually(() =>
        expect(answers.requestsOf(storageMessages.commitUpload).length).toBeGreaterThan(1),
      );
      return ask();
    });
    const [first, second] = await Promise.all([send(photo), send(photo)]);
    expect(first).toMatchObject({ status: 201, body: { files: [{ filename: 'a.png' }] } });
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(answers.requestsOf(storageMessages.abortUpload)).toMatchObject([
      { userId: uploads.who().userId },
    ]);
    expect(await uploads.reserved()).toBe(0);
    expect(await uploads.stored()).toEqual([sha256(photo)]);
  });

  test('has the same message id each time and a digest that depends on its files', async () => {
    const photo = png(100);
    expect((await send(photo)).status).toBe(201);
    expect((await send(photo)).status).toBe(201);
    expect(await send(png(100))).toMatchObject({ body: { code: 'IDEMPOTENCY_KEY_REUSED' } });
    const [first, repeat, other] = names();
    expect(repeat).toEqual(first);
    expect(other).toEqual({ messageId: first?.messageId, digest: expect.any(String) as string });
    expect(other?.digest).not.toBe(first?.digest);
    const { pattern } = storageMessages.commitUpload;
    const commits = studio().answers.received.filter((message) => message.pattern === pattern);
    expect(new Set(commits.map(({ messageId }) => messageId))).toEqual(new Set([first?.messageId]));
  });
});

describe('the digests of files', () => {
  const broken = brokenStore();
  const photos = [png(3 * MIB), png(100)] as const;
  const digests = photos.map((photo) => hash('sha256', photo, 'hex'));
  const claims: Field[] = digests.map((digest) => ['sha256', digest]);
  const files = photos.map((photo, index) => file(photo, `${index}.png`, 'files'));
  const reprDigest = (photo: Buffer) => `sha-256=:${hash('sha256', photo, 'base64')}:`;

  test('the answer and storage get the SHA-256 of each file', async () => {
    const answer = await uploads.send(project, ...files);
    expect(answer.body.files).toMatchObject(digests.map((sha256) => ({ sha256 })));
    expect(uploads.begun()).toMatchObject(digests.map((sha256) => ({ sha256 })));
  });

  test.each([
    ['before the files', [...claims, ...files]],
    ['after them', [...files, ...claims]],
  ])('files that are what their fields say %s are kept', async (_where, fields) => {
    expect((await uploads.send(project, ...fields)).status).toBe(201);
  });

  test('of files of which one is not what its field says none is kept, and it is named', async () => {
    const claimed = claims.map(([name, value], index): Field => [
      name,
      index === 1 ? hash('sha256', 'other bytes', 'hex') : value,
    ]);
    expect(await uploads.send(project, ...files, ...claimed)).toMatchObject({
      status: 400,
      body: {
        error: '1.png did not arrive as it was sent. Please upload it again',
        filename: '1.png',
      },
    });
    expect(uploads.begun()).toEqual([]);
  });

  test.each([
    ['its bytes', photos[0], 201],
    ['other bytes', photos[1], 400],
  ])('a file sent with a Repr-Digest of %s', async (_what, digested, status) => {
    const headers = { 'repr-digest': reprDigest(digested) };
    const answer = await uploads.post(uploads.formOf(project, file(photos[0], 'a.png')), {
      headers,
    });
    expect(answer.status).toBe(status);
  });

  test('a store that has computed another SHA-256 keeps nothing', async () => {
    broken.behave = (request, response) =>
      request.resume().on('end', () => {
        const checksum = hash('sha256', 'other bytes', 'base64');
        response.writeHead(200, { etag: '"e"', 'x-amz-checksum-sha256': checksum }).end();
      });
    uploads.goTo(() => broken.url);
    expect((await uploads.send(project, file(photos[1], 'a.png'))).status).toBe(503);
    expect(studio().answers.requestsOf(storageMessages.commitUpload)).toEqual([]);
  });
});
