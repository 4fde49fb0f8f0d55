import { hash } from 'node:crypto';

import { MIB, storageMessages } from '@studiolo/contracts';

import { brokenStore } from './support/broken-store.js';
import { testGateway } from './support/test-gateway.js';
import { type Field, file, formOf, png, project, testUploads } from './support/test-uploads.js';

const gateway = testGateway();
const uploads = testUploads(gateway);
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
  const answer = await uploads.post(formOf([project, file(photos[0], 'a.png')]), { headers });
  expect(answer.status).toBe(status);
});

test('a store that has computed another SHA-256 keeps nothing', async () => {
  broken.behave = (request, response) =>
    request.resume().on('end', () => {
      const checksum = hash('sha256', 'other bytes', 'base64');
      response.writeHead(200, { etag: '"e"', 'x-amz-checksum-sha256': checksum }).end();
    });
  uploads.goTo(() => Promise.resolve(broken.url));
  expect((await uploads.send(project, file(photos[1], 'a.png'))).status).toBe(503);
  expect(gateway.services.requestsOf(storageMessages.commitUpload)).toEqual([]);
});
