import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

import { type Project, projectMessages, storageMessages } from '@studiolo/contracts';

import { type SignedIn, TestGateway } from './support/test-gateway.js';

const DATABASE = 4;
const project: Omit<Project, 'files'> = {
  id: '01a1fdff-24dd-7764-8f4a-05968848eabb',
  title: 'Harbour wedding',
  client: 'Iris',
  contact: null,
  status: 'todo',
  description: 'light '.repeat(1_000),
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
};
const path = `/api/projects/${project.id}`;

let gateway: TestGateway;
let iris: SignedIn;
beforeAll(async () => {
  gateway = await TestGateway.start(DATABASE);
  iris = await gateway.signIn();
  gateway.services.answer(projectMessages.getProject, () => ({ project, revision: 'a1' }));
  gateway.services.answer(projectMessages.summarizeProjects, () => ({
    ...{ total: 1, active: 1, completed: 0 },
  }));
  gateway.services.answer(storageMessages.listFiles, () => ({ projects: {}, next: null }));
});
afterAll(() => gateway.stop());

/** Without `fetch`, which decompresses. */
async function get(url: string, encoding: string) {
  const headers = { authorization: `Bearer ${iris.token}`, 'accept-encoding': encoding };
  return new Promise<{ headers: Record<string, unknown>; body: Buffer }>((resolve, reject) => {
    httpRequest(gateway.url + url, { headers }, (answer) => {
      buffer(answer).then((body) => resolve({ headers: answer.headers, body }), reject);
    })
      .on('error', reject)
      .end();
  });
}

test('a long JSON answer is compressed for a client that accepts it, and its ETag says so', async () => {
  const plain = await get(path, 'identity');
  const { headers, body } = await get(path, 'gzip, br');
  expect(headers).toMatchObject({ 'content-encoding': 'gzip', etag: 'W/"a1"' });
  expect(headers.vary).toMatch(/accept-encoding/i);
  expect(body.length).toBeLessThan(plain.body.length / 4);
  expect(gunzipSync(body).equals(plain.body)).toBe(true);
});

test('a client that does not accept it gets the same answer as it is', async () => {
  const { headers, body } = await get(path, 'gzip;q=0');
  expect(headers['content-encoding']).toBeUndefined();
  expect(headers.etag).toBe('"a1"');
  expect(JSON.parse(body.toString())).toEqual({ project: { ...project, files: [] } });
});

test('a short answer is not compressed', async () => {
  const { headers } = await get('/api/projects/summary', 'gzip');
  expect(headers['content-encoding']).toBeUndefined();
});
