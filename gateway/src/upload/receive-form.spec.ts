import multipart from '@fastify/multipart';
import { FORM_FIELD_MAX_BYTES, FORM_PART_HEADERS_MAX_BYTES, MIB } from '@studiolo/contracts';
import fastify from 'fastify';

import { multipartOptions } from './receive-form.js';

const long = 'a'.repeat(MIB);

/** The strings that the parser reads from a form with one part. */
async function textsOf(headers: readonly string[], content: string): Promise<string[]> {
  const app = fastify({ bodyLimit: 10 * MIB });
  await app.register(multipart, multipartOptions);
  const texts: string[] = [];
  app.post('/', async (request) => {
    for await (const part of request.parts()) {
      texts.push(part.type === 'file' ? part.filename : String(part.value));
      texts.push(part.fieldname, part.mimetype, part.encoding);
      if (part.type === 'file') part.file.resume();
    }
    return {};
  });
  const { statusCode } = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload: ['--x', ...headers, '', content, '--x--', ''].join('\r\n'),
  });
  await app.close();
  expect(statusCode).toBe(200);
  return texts;
}

const disposition = 'content-disposition: form-data; name=';

test('the value of a field is cut to its limit', async () => {
  const [value] = await textsOf([`${disposition}"a"`], long);
  expect(value).toHaveLength(FORM_FIELD_MAX_BYTES);
});

test.each([
  `filename="na_ve.jpg"; filename*=UTF-8''na%C3%AFve.jpg`,
  `filename*=UTF-8''na%C3%AFve.jpg; filename="na_ve.jpg"`,
  `filename=na_ve.jpg; filename*=utf-8''na%C3%AFve.jpg`,
  `filename*="utf-8''na%C3%AFve.jpg"; filename=na_ve.jpg`,
  `FileName="a \\"b\\"; c.jpg"; FILENAME*=UTF-8'de'na%C3%AFve.jpg`,
  `filename*=iso-8859-1''na%EFve.jpg;filename="na_ve.jpg"`,
])('the encoded name of a file wins: %s', async (filename) => {
  const parts = [`${disposition}"file"; ${filename}`, `${disposition}file; ${filename}`];
  for (const header of parts) {
    expect((await textsOf([header], 'x')).slice(0, 2)).toEqual(['naïve.jpg', 'file']);
  }
});

test.each([
  ['"a; filename*=UTF-8\'\'b.jpg"', "a; filename*=UTF-8''b.jpg"],
  ['"naïve; x.jpg"', 'naïve; x.jpg'],
])('a plain name is taken as it is: %s', async (written, name) => {
  const [filename] = await textsOf([`${disposition}"file"; filename=${written}`], 'x');
  expect(filename).toBe(name);
});

test.each([
  ['the name of a field', [`${disposition}"${long}"`]],
  ['the name of a file', [`${disposition}"a"; filename="${long}"`]],
  ['the type of a file', [`${disposition}"a"; filename="a"`, `content-type: image/${long}`]],
])('%s is cut to its limit', async (_what, headers) => {
  for (const text of await textsOf(headers, '')) {
    expect(text.length).toBeLessThanOrEqual(FORM_PART_HEADERS_MAX_BYTES);
  }
});
