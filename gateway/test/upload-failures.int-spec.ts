import { setTimeout as delay } from 'node:timers/promises';

import { MIB, storageMessages } from '@studiolo/contracts';
import { eventually } from '@studiolo/testing/eventually';

import { RequestQueues, UPLOADS_AT_ONCE as AT_ONCE } from '../src/admission/request-queues.js';
import { TRANSFERS_MAX } from '../src/rate-limits/user-transfers.js';
import { answersWith, brokenStore, isFrozen } from './support/broken-store.js';
import { Studio } from './support/start-studio.js';
import { file, png, project, testUploads } from './support/test-uploads.js';

/** A refusal needs no other process. */
const REFUSED_WITHIN_MS = 500;

const studio = Studio.duringTests();
const broken = brokenStore();
const uploads = testUploads(studio);

describe('a store that', () => {
  test.each([
    ['answers 503', answersWith(503)],
    ['is frozen', isFrozen],
    ['disconnects', (request: { destroy: () => void }) => request.destroy()],
    ['is away', undefined],
  ])('%s makes the upload answer 503 and release its reservation', async (_what, behaviour) => {
    if (behaviour) broken.behave = behaviour;
    uploads.goTo(() => (behaviour ? broken.url : 'http://127.0.0.1:9/x'));
    const answer = await uploads.send(project, file(png(2 * MIB), 'a.png'));
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(studio().answers.requestsOf(storageMessages.abortUpload)).toMatchObject([
      { userId: uploads.who().userId },
    ]);
    expect(await uploads.reserved()).toBe(0);
    expect(studio().answers.requestsOf(storageMessages.commitUpload)).toEqual([]);
  });

  test('is frozen makes waiting uploads answer 503 before they reserve anything', async () => {
    broken.behave = isFrozen;
    const queue = studio().get(RequestQueues).upload;
    uploads.goTo(async () => {
      await eventually(() => expect(queue.length).toBe(AT_ONCE + 2));
      return broken.url;
    });
    const answers = Array.from({ length: AT_ONCE + 2 }, (_, index) =>
      uploads.send(project, file(png(100), `${index}.png`)),
    );
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([503]));
    // A slow machine may deliver a message twice.
    const reserved = studio().answers.requestsOf(storageMessages.beginUpload);
    expect(new Set(reserved.map((request) => JSON.stringify(request))).size).toBe(AT_ONCE);
  });

  test('fails one upload and accepts others does not end waiting uploads', async () => {
    const [failing, commits] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    broken.behave = (request, response) =>
      void failing.promise.then(() => answersWith(503)(request, response));
    const { answers: injected } = studio();
    let begun = 0;
    uploads.goTo((url) => ((begun += 1) === 1 ? broken.url : url));
    injected.answer(storageMessages.commitUpload, async (_request, ask) => {
      await commits.promise;
      return ask();
    });
    const answers = Array.from({ length: AT_ONCE + 2 }, () =>
      uploads.send(project, file(png(100), 'a.png')),
    );
    await eventually(() =>
      expect(injected.requestsOf(storageMessages.commitUpload)).toHaveLength(AT_ONCE - 1),
    );
    failing.resolve();
    expect((await Promise.race(answers)).status).toBe(503);
    commits.resolve();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 201)).toEqual([503]);
  });
});

test('an upload is aborted when its client disconnects while the store receives the file', async () => {
  const reached = new Promise<void>((resolve) => {
    broken.behave = () => resolve();
  });
  uploads.goTo(() => broken.url);
  const controller = new AbortController();
  const form = uploads.formOf(project, file(png(MIB), 'a.png'));
  const answer = uploads.post(form, { signal: controller.signal });
  await reached;
  controller.abort();
  await expect(answer).rejects.toThrow();
  await eventually(() =>
    expect(studio().answers.requestsOf(storageMessages.abortUpload)).toHaveLength(1),
  );
  expect(studio().answers.requestsOf(storageMessages.commitUpload)).toEqual([]);
});

test('clients that leave before their forms are read take nobody’s place', async () => {
  const [asked, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  studio().answers.answer(storageMessages.getLimits, async (_request, ask) => {
    asked.resolve();
    await gone.promise;
    return ask();
  });
  // Limits are cached: a new replica asks for them.
  await using replica = await studio().replica();
  const head = [
    ...['POST /api/upload HTTP/1.1', 'host: a', `authorization: Bearer ${uploads.who().bearer}`],
    ...['content-type: multipart/form-data; boundary=b', 'transfer-encoding: chunked'],
  ].join('\r\n');
  const leaving = Array.from({ length: TRANSFERS_MAX }, () =>
    studio().connect(`${head}\r\n\r\n`, replica.url),
  );
  const sockets = await Promise.all(leaving);
  await asked.promise;
  const send = () =>
    uploads.post(uploads.formOf(project, file(png(100), 'a.png')), { url: replica.url });
  // One that comes before all of them takes a place and waits as they do, for the 5 s of a call.
  await eventually(async () => {
    const answer = await Promise.race([send(), delay(REFUSED_WITHIN_MS)]);
    expect(answer?.status).toBe(429);
  });
  for (const socket of sockets) socket.destroy();
  gone.resolve();
  await eventually(async () => expect((await send()).status).toBe(201));
});

test('[F3] an upload in progress is answered during a shutdown', async () => {
  const leaving = await studio().replica();
  let goOn: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    broken.behave = (request, response) => {
      resolve();
      goOn = () => answersWith(200)(request, response);
    };
  });
  uploads.goTo(() => broken.url);
  const upload = () =>
    uploads.post(uploads.formOf(project, file(png(MIB), 'a.png')), { url: leaving.url });
  let answer = upload();
  // A gateway that has just started may answer 503 before the upload reaches the store.
  while ((await Promise.race([reached, answer]))?.status === 503) answer = upload();
  const closed = leaving.close();
  goOn();
  expect((await answer).status).toBe(201);
  await closed;
});
