import { FORM_TYPE, formsWith, pictureOf } from './upload-form.ts';

const received = (body: Buffer) =>
  new Response(new Uint8Array(body), { headers: { 'content-type': FORM_TYPE } }).formData();

test('every form arrives with its project and its picture, under a name of its own', async () => {
  const form = formsWith('p1', pictureOf(5000));
  const forms = [await received(form()), await received(form())];
  const files = forms.map((data) => data.get('file') as File);
  expect(forms.map((data) => data.get('project_id'))).toEqual(['p1', 'p1']);
  expect(files.map(({ name }) => name)).toEqual(['photo-1.jpg', 'photo-2.jpg']);
  const [bytes] = await Promise.all(files.map((file) => file.bytes()));
  expect(bytes).toHaveLength(5000);
  expect(Buffer.from(bytes ?? []).toString('hex', 0, 4)).toBe('ffd8ffe0');
});
