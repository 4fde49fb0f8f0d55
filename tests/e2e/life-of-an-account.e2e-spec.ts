import { freshEmail } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { environment } from '@studiolo/testing/environment';
import { EventStream } from '@studiolo/testing/event-stream';
import { eventually } from '@studiolo/testing/eventually';
import { linkMailedTo, mailsTo } from '@studiolo/testing/mailbox';
import { jpeg, pdf } from '@studiolo/testing/samples';

import { objectKeys, objectStoreUnderTest } from '../support/object-keys.ts';

const PHOTO = jpeg(3 * 1024 * 1024);
const CONTRACT = pdf();
const email = freshEmail();
const password = 'golden-hour-6';

const storedObjects = () => objectKeys(objectStoreUnderTest());

// One story: each test goes on where the one before it ended.
describe('the life of an account', () => {
  let api: Api;
  let projectId: string;
  /** Keys of its objects; those of accounts that other tests have deleted may still be going. */
  let objects: string[];
  let openPage: EventStream;

  test('signing up asks for a verified address', async () => {
    const answer = await new Api().post('/api/auth/signup', { email, password, name: 'Iris' });
    expect(answer).toMatchObject({ status: 201, body: { email_verification_required: true } });
    const login = await new Api().post('/api/auth/login', { email, password });
    expect(login).toMatchObject({ status: 403, body: { attempt: answer.body.attempt } });
  });

  test('the mailed link verifies the address and signs in', async () => {
    const link = await linkMailedTo(email, '/verify-email');
    expect(link.origin).toBe(environment('APP_URL'));
    expect(link.searchParams.get('email')).toBe(email);
    const token = link.searchParams.get('token');
    const verified = await new Api().post('/api/auth/verify-email', { token });
    expect(verified).toMatchObject({
      status: 200,
      body: { success: true, user: { email, name: 'Iris', email_verified: true } },
    });
    expect(await mailsTo(email)).toHaveLength(1);
    api = new Api(String(verified.body.token));
    openPage = await EventStream.open(environment('API_URL'), { token: api.bearer });
    expect(await new Api().post('/api/auth/verify-email', { token })).toMatchObject({
      status: 400,
    });
  });

  test('a photo and a contract are uploaded together', async () => {
    projectId = await api.newProject({ title: 'Harbour wedding', client: 'Lindqvist' });
    const before = await storedObjects();
    const answer = await api.upload(projectId, [
      new File([PHOTO], 'harbour.jpg', { type: 'image/jpeg' }),
      new File([CONTRACT], 'contract.pdf', { type: 'application/pdf' }),
    ]);
    expect(answer.status).toBe(201);
    expect(answer.body.files).toMatchObject([
      { filename: 'harbour.jpg', size: PHOTO.length, content_type: 'image/jpeg' },
      { filename: 'contract.pdf', size: CONTRACT.length, content_type: 'application/pdf' },
    ]);
    objects = (await storedObjects()).filter((key) => !before.includes(key));
    expect(objects).toHaveLength(2);
  });

  test('the project lists both files', async () => {
    const { body } = await api.get(`/api/projects/${projectId}`);
    const { files } = body.project as { files: { filename: string }[] };
    expect(files.map(({ filename }) => filename).sort()).toEqual(['contract.pdf', 'harbour.jpg']);
    const list = await api.get('/api/projects');
    expect(list.body.projects).toMatchObject([{ id: projectId, files: [{}, {}] }]);
  });

  test('a download gives the same bytes', async () => {
    const answer = await api.fetch(`/api/download/${projectId}/harbour.jpg`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename="harbour.jpg"/,
    );
    expect(Buffer.from(await answer.arrayBuffer()).equals(PHOTO)).toBe(true);
  });

  test('the usage adds up', async () => {
    const used = PHOTO.length + CONTRACT.length;
    expect((await api.get('/api/storage/usage')).body).toMatchObject({
      total_storage_bytes: used,
      total_files: 2,
      projects: [{ project_title: 'Harbour wedding', file_count: 2, total_size: used }],
    });
  });

  test('deleting the project frees the space and empties the store', async () => {
    expect(await api.delete(`/api/projects/${projectId}`)).toMatchObject({ status: 200 });
    expect(await api.get(`/api/projects/${projectId}`)).toMatchObject({ status: 404 });
    await eventually(async () => {
      const { body } = await api.get('/api/storage/usage');
      expect(body).toMatchObject({ total_storage_bytes: 0, total_files: 0, projects: [] });
      const left = await storedObjects();
      expect(objects.filter((key) => left.includes(key))).toEqual([]);
    });
  });

  test('deleting the account ends its session and its sign-in', async () => {
    expect(await api.delete('/api/auth/account')).toMatchObject({ status: 200 });
    expect(await api.get('/api/projects')).toMatchObject({ status: 401 });
    const login = await new Api().post('/api/auth/login', { email, password });
    expect(login).toMatchObject({ status: 401, body: { success: false } });
  });

  test('an open page was told of every change, and closed', async () => {
    await openPage.ended();
    const [first, ...news] = openPage.news.filter((each) => each !== 'profile updated');
    expect([first, news.at(-1)]).toEqual(['hello', 'account_deleted']);
    const changes = ['project created', 'file created', 'file created', 'project deleted'];
    expect(news.slice(0, -1)).toEqual(expect.arrayContaining(changes));
  });
});
