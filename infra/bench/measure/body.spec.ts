import { bodyOf, pictureOf } from './body.ts';
import type { HttpLoad } from './load.ts';

const load = (more: Partial<HttpLoad>): HttpLoad => ({
  ...{ method: 'POST', origin: 'http://localhost', paths: ['/'], headers: {}, status: 200 },
  ...more,
});

/** What a server makes of the form. */
async function received(body: ReturnType<typeof bodyOf>): Promise<FormData> {
  const bytes = new Uint8Array(body.next() ?? []);
  return new Response(bytes, { headers: body.headers }).formData();
}

test('a request without a body has none', () => {
  expect(bodyOf(load({})).next()).toBeNull();
});

test('a JSON body says so', () => {
  const body = bodyOf(load({ json: { title: 'Ana' } }));
  expect(body.headers).toEqual({ 'content-type': 'application/json' });
  expect(body.next()?.toString()).toBe('{"title":"Ana"}');
});

test('a picture has its size and begins like a JPEG', () => {
  const picture = pictureOf(1000);
  expect(picture).toHaveLength(1000);
  expect(picture.subarray(0, 4).toString('hex')).toBe('ffd8ffe0');
});

test('a form arrives with its fields and its file', async () => {
  const form = { fields: { project_id: 'p1' }, field: 'file' };
  const data = await received(bodyOf(load({ file: { bytes: 5000, form } })));
  expect(data.get('project_id')).toBe('p1');
  const file = data.get('file') as File;
  expect(file.name).toMatch(/^photo-\d{10}\.jpg$/);
  expect(file.size).toBe(5000);
});

test('every form has another name for its file', async () => {
  const body = bodyOf(load({ file: { bytes: 10, form: { fields: {}, field: 'file' } } }));
  const names = [await received(body), await received(body)].map(
    (data) => (data.get('file') as File).name,
  );
  expect(new Set(names).size).toBe(2);
});
