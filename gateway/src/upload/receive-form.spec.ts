import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { getDefaultHighWaterMark } from 'node:stream';

import { FORM_FIELD_MAX_BYTES, MIB } from '@studiolo/contracts';
import { AppError } from '@studiolo/service-kit';
import fc from 'fast-check';

import { FormStore } from './form-store.js';
import { receiveForm } from './receive-form.js';

const BOUNDARY = 'x';
const disposition = 'content-disposition: form-data; name=';

const part = (headers: readonly string[], content: string | Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(['--x', ...headers, '', ''].join('\r\n')),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);

const end = Buffer.from(`--${BOUNDARY}--\r\n`);

/** A request of whose body these chunks have arrived. */
function requestWith(chunks: readonly Buffer[]): IncomingMessage {
  const request = new IncomingMessage(new Socket());
  request.headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  for (const chunk of chunks) request.push(chunk);
  return request;
}

/** A request whose body is these chunks. */
function requestOf(chunks: readonly Buffer[]): IncomingMessage {
  const request = requestWith(chunks);
  request.complete = true;
  request.push(null);
  return request;
}

/** Receives a form on disk, which is slower than the bytes arrive. */
async function receive(request: IncomingMessage) {
  const limits = {
    ...{ maxFileBytes: 5 * MIB, maxFormBytes: 5 * MIB, announced: 0 },
    overQuota: () => Promise.resolve(new AppError('INTERNAL')),
  };
  const bytes = await new FormStore().open();
  try {
    return await receiveForm(request, limits, bytes);
  } finally {
    await bytes.remove();
  }
}

const receiveParts = (...parts: Buffer[]) => receive(requestOf([...parts, end]));

/** The code of the error by which a form is refused. */
async function refusalOf(form: Promise<unknown>): Promise<string> {
  const error = await form.catch((thrown: unknown) => thrown);
  return error instanceof AppError ? String(error.code) : String(error);
}

async function filenameIn(header: string): Promise<string | undefined> {
  const { files } = await receiveParts(part([header], 'content'));
  return files[0]?.filename;
}

test('the value of a field is cut to its limit', async () => {
  const form = await receiveParts(part([`${disposition}"project_id"`], 'a'.repeat(MIB)));
  expect(form.projectIds).toEqual(['a'.repeat(FORM_FIELD_MAX_BYTES)]);
});

test('a file that fills its buffer to the last byte lets the next part come', async () => {
  const file = Buffer.from(`${'a'.repeat(getDefaultHighWaterMark(false) - 1)}\r`);
  const first = part([`${disposition}"file"; filename="a"`], file).subarray(0, -2);
  const [header, rest] = [
    '\r\n--x\r\ncontent-dis',
    'position: form-data; name="project_id"\r\n\r\n7\r\n',
  ];
  const { files, projectIds } = await receive(
    requestOf([first, Buffer.from(header), Buffer.from(rest), end]),
  );
  expect([files[0]?.bytes.size, projectIds]).toEqual([file.length, ['7']]);
});

test('a field may be sent as JSON', async () => {
  const headers = [`${disposition}"project_id"`, 'content-type: application/json'];
  expect((await receiveParts(part(headers, '"0198"'))).projectIds).toEqual(['0198']);
  expect(await refusalOf(receiveParts(part(headers, '"0198')))).toBe('MALFORMED_BODY');
});

test.each([
  `filename="na_ve.jpg"; filename*=UTF-8''na%C3%AFve.jpg`,
  `filename*=UTF-8''na%C3%AFve.jpg; filename="na_ve.jpg"`,
  `filename=na_ve.jpg; filename*=utf-8''na%C3%AFve.jpg`,
  `filename*="utf-8''na%C3%AFve.jpg"; filename=na_ve.jpg`,
  `FileName="a \\"b\\"; c.jpg"; FILENAME*=UTF-8'de'na%C3%AFve.jpg`,
  `filename*=iso-8859-1''na%EFve.jpg;filename="na_ve.jpg"`,
])('the encoded name of a file wins: %s', async (filename) => {
  for (const field of ['"file"', 'file']) {
    expect(await filenameIn(`${disposition}${field}; ${filename}`)).toBe('naïve.jpg');
  }
});

test.each([
  [`"a; filename*=UTF-8''b.jpg"`, "a; filename*=UTF-8''b.jpg"],
  ['"naïve; x.jpg"', 'naïve; x.jpg'],
  ['"%22a%22 \\b.jpg"', 'b.jpg'],
  ['"100%22 of 20%41.jpg"', '100" of 20%41.jpg'],
  ['"a \\"b\\".jpg"', 'a "b".jpg'],
  ["naive.jpg; filename*=UTF-8''%FF.jpg", 'naive.jpg'],
  ['naive.jpg; filename*=%FF.jpg', 'naive.jpg'],
])('a plain name is taken as it is: %s', async (written, name) => {
  expect(await filenameIn(`${disposition}"file"; filename=${written}`)).toBe(name);
});

test('a file without a name has the one that every nameless file gets', async () => {
  const headers = [`${disposition}"file"`, 'content-type: application/octet-stream'];
  const { files } = await receiveParts(part(headers, 'content'));
  expect(files.map(({ filename }) => filename)).toEqual(['file']);
});

const long = 'a'.repeat(9_000);

test.each([
  ['the name of a field', [`${disposition}"${long}"`]],
  ['the name of a file', [`${disposition}"file"; filename="${long}"`]],
  ['the type of a file', [`${disposition}"file"; filename="a"`, `content-type: image/${long}`]],
])('a form is refused when %s is too long', async (_what, headers) => {
  expect(await refusalOf(receiveParts(part(headers, 'content')))).toBe('BODY_TOO_LARGE');
});

test('a form is refused when a part has no name', async () => {
  const headers = [`${long}: a`, `${disposition}"file"; filename="a"`];
  for (const lines of [headers, ['content-type: image/jpeg']]) {
    expect(await refusalOf(receiveParts(part(lines, 'content')))).toBe('MALFORMED_BODY');
  }
});

const large = 'a'.repeat(50_000);
/** Much of what could be taken for a boundary, by a parser that sees it in pieces. */
const content = fc
  .array(fc.constantFrom('\r', '\n', '-', '--', 'x', '\r\n--', '\r\n--y', '\0', 'é', large))
  .map((pieces) => pieces.join(''))
  .filter((text) => !`\r\n${text}`.includes('\r\n--x'))
  .map((text) => Buffer.from(text));
const file = fc
  .tuple(fc.constantFrom('file', 'files'), fc.constantFrom('a.jpg', 'naïve.jpg', ''), content)
  .map(([field, name, bytes]) => ({
    ...{ field, name, bytes },
    sent: part([`${disposition}"${field}"; filename="${name}"`], bytes),
  }));
const project = fc
  .stringMatching(/^[a-z0-9]{0,40}$/)
  .map((id) => ({ id, sent: part([`${disposition}"project_id"`], id) }));
const form = fc.record({ files: fc.array(file, { maxLength: 4 }), projects: fc.array(project) });

function inPieces(body: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...new Set(cuts.map((cut) => cut % body.length))].toSorted((a, b) => a - b);
  const starts = [0, ...places.filter((place) => place > 0)];
  return starts.map((start, index) => body.subarray(start, starts[index + 1]));
}

test('a form is the same, however its bytes arrive', async () => {
  const cuts = fc.array(fc.nat(), { maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(form, cuts, async ({ files, projects }, places) => {
      const sent = [...projects, ...files].map((one) => one.sent);
      const received = await receive(requestOf(inPieces(Buffer.concat([...sent, end]), places)));
      expect(received.projectIds).toEqual(projects.map(({ id }) => id));
      const kept = files.filter(({ name, bytes }) => name !== '' || bytes.length > 0);
      const digests = kept.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
      expect(received.files.map(({ sha256 }) => sha256)).toEqual(digests);
    }),
  );
});

test('a form that ends before its last boundary is refused, wherever it was cut', async () => {
  await fc.assert(
    fc.asyncProperty(form, fc.nat(), fc.nat(), async ({ files, projects }, length, cut) => {
      const sent = [...projects, ...files].map((one) => one.sent);
      // The line break after the last boundary is no part of it.
      const body = Buffer.concat([...sent, end]).subarray(0, -2);
      const chunks = inPieces(body.subarray(0, length % body.length || 1), [cut]);
      expect(await refusalOf(receive(requestOf(chunks)))).toBe('MALFORMED_BODY');
    }),
  );
});

test('a form whose client leaves is refused, wherever it was', async () => {
  await fc.assert(
    fc.asyncProperty(form, fc.nat(), async ({ files, projects }, length) => {
      const body = Buffer.concat([...projects, ...files].map((one) => one.sent));
      const request = requestWith([body.subarray(0, length % (body.length + 1))]);
      const refusal = refusalOf(receive(request));
      setImmediate(() => request.destroy());
      expect(await refusal).toBe('MALFORMED_BODY');
    }),
  );
});

test('a form whose client left before it was read is refused', async () => {
  const request = requestWith([part([`${disposition}"project_id"`], 'a')]);
  request.destroy();
  await once(request, 'close');
  expect(await refusalOf(receive(request))).toBe('MALFORMED_BODY');
});

test('a client that leaves during a form that is refused already harms nothing', async () => {
  const name = 'a'.repeat(2_000);
  const request = requestWith([part([`${disposition}"file"; filename="${name}"`], large)]);
  expect(await refusalOf(receive(request))).toBe('INVALID_REQUEST');
  request.push(large);
  request.destroy();
  await once(request, 'close');
});
