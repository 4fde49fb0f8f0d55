import { OpsServer } from '@studiolo/service-kit';
import { eventually } from '@studiolo/testing/eventually';

import { AuthService } from '../../test/auth-service.js';
import { tokenMailedTo } from '../../test/mailbox.js';
import { openMailBoard } from './mail-board.js';
import { MailQueue } from './mail-queue.js';

const PASSWORD = 'f6Jq2vX9tRb4Ks8LwYp1Zc7Nd3Gh5Mu0';

const auth = AuthService.duringTests();
let ops: OpsServer;
beforeAll(async () => {
  ops = await OpsServer.listen(0);
  ops.show(await openMailBoard(auth.get(MailQueue).queue, PASSWORD));
});
afterAll(() => ops.close());

const call = (path: string, password?: string, init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  const credentials = Buffer.from(`operator:${password}`).toString('base64');
  if (password !== undefined) headers.set('authorization', `Basic ${credentials}`);
  return fetch(`http://127.0.0.1:${ops.port}${path}`, { ...init, headers });
};

test.each([
  ['no password', undefined],
  ['another password', 'another'],
  ['an empty password', ''],
  ['the beginning of the password', PASSWORD.slice(0, -1)],
])('%s opens neither the page nor its data and changes nothing', async (_what, password) => {
  for (const path of ['/queues', '/queues/api/queues', '/queues/static/js/main.js', '/queues/x']) {
    const answer = await call(path, password);
    expect({ path, status: answer.status }).toEqual({ path, status: 401 });
    expect(answer.headers.get('www-authenticate')).toContain('Basic');
  }
  const change = await call('/queues/api/queues/mail/pause', password, { method: 'PUT' });
  expect(change.status).toBe(401);
});

test('the password opens the page, and the health check still answers', async () => {
  const page = await call('/queues', PASSWORD);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toBe("frame-ancestors 'none'");
  expect(await page.text()).toContain('Studiolo');
  expect((await call('/health/live')).status).toBe(200);
});

test('the page shows the queue and the ids of its jobs, and neither address nor token of a mail', async () => {
  const email = await auth.signUp();
  const token = await tokenMailedTo(email);
  const [row] = await auth.sql('SELECT id FROM link_mails WHERE email = $1', [email]);
  await eventually(async () => {
    const answer = await call('/queues/api/queues?activeQueue=mail&status=completed', PASSWORD);
    const text = await answer.text();
    const { queues } = JSON.parse(text) as {
      queues: { name: string; jobs: { id: string; name: string; data: unknown }[] }[];
    };
    const mine = queues[0]?.jobs.find(({ id }) => id === row?.id);
    expect(queues.map(({ name }) => name)).toEqual(['mail']);
    expect(mine).toMatchObject({ name: 'confirm-sign-up', data: {} });
    for (const secret of [email, token]) expect(text).not.toContain(secret);
  });
});

test('a page of another site cannot use the password that the browser sends along', async () => {
  const path = '/queues/api/queues/mail/pause';
  const from = (site: string) =>
    call(path, PASSWORD, { method: 'PUT', headers: { 'sec-fetch-site': site } });
  expect((await from('cross-site')).status).toBe(403);
  expect((await from('same-site')).status).toBe(403);
  expect(await auth.get(MailQueue).queue.isPaused()).toBe(false);
  expect((await from('same-origin')).status).toBe(200);
  expect(await auth.get(MailQueue).queue.isPaused()).toBe(true);
  await auth.get(MailQueue).queue.resume();
});
