import { MIB, storageMessages } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';

import { answersWith, brokenStore, isFrozen } from './support/broken-store.js';
import { testGateway } from './support/test-gateway.js';
import { file, formOf, png, project, temporaryFiles, TestUploads } from './support/test-uploads.js';

const gateway = testGateway();
const broken = brokenStore();
let uploads: TestUploads;

beforeEach(async () => {
  uploads = await TestUploads.begin(gateway);
});
afterEach(async () => {
  await eventually(async () => expect(await temporaryFiles()).toEqual([]));
});

describe('a store that', () => {
  test.each([
    ['answers 503', answersWith(503)],
    ['is frozen', isFrozen],
    ['disconnects', (request: { destroy: () => void }) => request.destroy()],
  ])('%s makes the upload answer 503 and release its reservation', async (_what, behaviour) => {
    broken.behave = behaviour;
    uploads.goTo(() => Promise.resolve(broken.url));
    const answer = await uploads.send(project, file(png(2 * MIB), 'a.png'));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(gateway.services.requestsOf(storageMessages.abortUpload)).toEqual([
      { userId: uploads.who.userId, uploadId: uploads.uploadId },
    ]);
    expect(gateway.services.requestsOf(storageMessages.commitUpload)).toEqual([]);
  });

  test('is away makes the upload answer 503', async () => {
    uploads.goTo(() => Promise.resolve('http://127.0.0.1:9/x'));
    expect((await uploads.send(project, file(png(100), 'a.png'))).status).toBe(503);
  });
});

test('an upload is aborted when its client disconnects while the store receives the file', async () => {
  const reached = new Promise<void>((resolve) => {
    broken.behave = () => resolve();
  });
  uploads.goTo(() => Promise.resolve(broken.url));
  const controller = new AbortController();
  const form = formOf([project, file(png(MIB), 'a.png')]);
  const answer = uploads.post(form, { signal: controller.signal });
  await reached;
  controller.abort();
  await expect(answer).rejects.toThrow();
  await eventually(() =>
    expect(gateway.services.requestsOf(storageMessages.abortUpload)).toHaveLength(1),
  );
  expect(gateway.services.requestsOf(storageMessages.commitUpload)).toEqual([]);
});

test('[F3] an upload in progress is answered during a shutdown', async () => {
  const leaving = await gateway.replica();
  let goOn: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    broken.behave = (request, response) => {
      resolve();
      goOn = () => answersWith(200)(request, response);
    };
  });
  uploads.goTo(() => Promise.resolve(broken.url));
  const form = formOf([project, file(png(MIB), 'a.png')]);
  const answer = uploads.post(form, { url: leaving.url });
  await reached;
  const closed = leaving.close();
  goOn();
  expect((await answer).status).toBe(201);
  await closed;
});
