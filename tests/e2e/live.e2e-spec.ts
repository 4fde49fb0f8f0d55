import { type Account, newAccount, signIn } from '@studiolo/testing/accounts';
import { Api } from '@studiolo/testing/api';
import { environment } from '@studiolo/testing/environment';
import { EventStream } from '@studiolo/testing/event-stream';
import { eventually } from '@studiolo/testing/eventually';
import { tokenMailedTo } from '@studiolo/testing/mailbox';
import { jpeg } from '@studiolo/testing/samples';

const PHOTO = new File([new Uint8Array(jpeg(2_000))], 'harbour.jpg');

let iris: Account;
let opened: EventStream[];

beforeEach(async () => {
  iris = await newAccount();
  opened = [];
});
afterEach(() => opened.forEach((stream) => stream.close()));

/** A page of the account that is open in another browser. */
async function openPage(account: Account = iris): Promise<{ api: Api; stream: EventStream }> {
  const api = new Api();
  await signIn(account, api);
  const stream = await EventStream.open(environment('API_URL'), { token: api.bearer });
  opened.push(stream);
  return { api, stream };
}

const SIGNED_IN = 'profile updated';
/** What a page was told, but for its own sign-in, which may be told before its stream opens or after. */
const newsOf = (stream: EventStream) => stream.news.filter((news) => news !== SIGNED_IN);
const becomes = (stream: EventStream, news: string[]) =>
  eventually(() => expect(newsOf(stream)).toEqual(['hello', ...news]));

test('each change that a user makes is told to all open pages of that user, and to nobody else', async () => {
  const [mine, foreign] = [await openPage(), await openPage(await newAccount())];
  const projectId = await iris.api.newProject();
  await becomes(mine.stream, ['project created']);
  await iris.api.put(`/api/projects/${projectId}`, { title: 'Harbour II' });
  await becomes(mine.stream, ['project created', 'project updated']);
  await iris.api.upload(projectId, [PHOTO]);
  await becomes(mine.stream, ['project created', 'project updated', 'file created']);
  await iris.api.delete(`/api/delete/${projectId}/harbour.jpg`);
  const all = ['project created', 'project updated', 'file created', 'file deleted'];
  await becomes(mine.stream, all);
  const told = mine.stream.events.map(({ data }) => data.project_id).filter(Boolean);
  expect(told).toEqual(all.map(() => projectId));
  expect(newsOf(foreign.stream)).toEqual(['hello']);
});

test('a password that was reset closes the streams of all sessions', async () => {
  const pages = [await openPage(), await openPage()];
  await new Api().post('/api/auth/forgot-password', { email: iris.email });
  const token = await tokenMailedTo(iris.email, '/reset-password');
  const reset = { token, password: 'another-golden-hour' };
  expect((await new Api().post('/api/auth/reset-password', reset)).status).toBe(200);
  for (const { stream } of pages) {
    await becomes(stream, ['session_ended']);
    await stream.ended();
  }
});

test('a deleted account closes all of its streams and says why', async () => {
  const { stream } = await openPage();
  await iris.api.delete('/api/auth/account');
  await becomes(stream, ['account_deleted']);
  await stream.ended();
});
