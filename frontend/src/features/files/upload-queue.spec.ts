import { errorSentence, MIB } from '@studiolo/contracts';
import { QueryClient } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';

import { ApiError, NetworkError } from '../../lib/api/errors';
import { storageUsageQuery } from '../../lib/api/queries';
import type { uploadFile } from '../../lib/api/upload';
import { paths } from '../../lib/paths';
import { projectQuery } from '../../lib/projects/project-query';
import { useToasts } from '../../lib/toasts';
import { makeFile, makeProject, makeUsage, picture } from '../../test/projects';
import { localThumbnailQuery, thumbnailQuery } from './api/preview-queries';
import { canRetry, hasEnded, isChosen, latestBatch, outcomeText } from './upload-item';
import { UploadQueue } from './upload-queue';

type Request = Parameters<typeof uploadFile>[0];

interface Sending extends Request {
  /** Answers with the hash of what is stored. */
  finish: (sha256?: string | null) => Promise<void>;
  fail: (error: Error) => Promise<void>;
}

/** A queue whose requests the test ends, on the page of its project. */
function startQueue({ roomBytes = 5 * MIB, sha256 = null as string | null } = {}) {
  const project = makeProject();
  window.history.replaceState(null, '', paths.project(project.id));
  const queryClient = new QueryClient();
  const setRoom = (bytes: number) =>
    queryClient.setQueryData(
      storageUsageQuery.queryKey,
      makeUsage({ total_storage_bytes: 5 * MIB - bytes }),
    );
  setRoom(roomBytes);
  const sendings: Sending[] = [];
  const send = (request: Request) => {
    const { file, signal } = request;
    const { promise, resolve, reject } = Promise.withResolvers<ReturnType<typeof makeFile>>();
    signal.addEventListener('abort', () => reject(signal.reason as Error));
    const finish = (stored: string | null = null) => {
      resolve({ ...makeFile(file.name, file.size), sha256: stored });
      return settled();
    };
    const fail = (error: Error) => {
      reject(error);
      return settled();
    };
    sendings.push({ ...request, finish, fail });
    return promise;
  };
  const queue = new UploadQueue(queryClient, send, () => Promise.resolve(sha256));
  const items = () => queue.itemsOf(project.id);
  return {
    ...{ queue, queryClient, project, sendings, setRoom, items },
    item: (name: string) => items().find(({ file }) => file.name === name)!,
    statuses: () => items().map(({ status }) => status),
    choose: (...files: File[]) => queue.choose(project, { files, rejectedFiles: [], leftOut: 0 }),
    upload: (wanted = items().filter(isChosen)) => {
      queue.upload(wanted);
      return settled();
    },
  };
}

/** Resolves once everything that was set off is done. */
const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

it('sends each file under a key of its own, two at a time, and keeps them in place until the next choice', async () => {
  const { choose, upload, sendings, statuses, items } = startQueue();
  choose(picture('a.png'), picture('a.png'), picture('c.png'));
  await upload();
  expect(statuses()).toEqual(['sending', 'sending', 'waiting']);
  sendings[0]?.onProgress(0.5);
  expect(items()[0]?.share).toBe(0.5);
  await sendings[0]?.finish();
  expect(statuses()).toEqual(['stored', 'sending', 'sending']);
  expect(new Set(sendings.map(({ key }) => key)).size).toBe(3);
  for (const { finish } of sendings) await finish();
  expect(statuses()).toEqual(['stored', 'stored', 'stored']);
  choose(picture('d.png'));
  expect(statuses()).toEqual(['chosen']);
});

it('keeps the rows of what was stored while another page is shown, until its page is', async () => {
  const { queue, project, choose, upload, sendings, statuses, items } = startQueue();
  choose(picture('a.png'));
  await upload();
  window.history.replaceState(null, '', paths.dashboard);
  await sendings[0]?.finish();
  expect(statuses()).toEqual(['stored']);
  queue.enterPage(project.id);
  expect(items()).toEqual([]);
});

it('counts the chosen and the sending files, also those of other projects, when it checks the room left', async () => {
  const { queue, choose, upload, item } = startQueue({ roomBytes: 3 * MIB });
  queue.choose(makeProject(), { files: [picture('x.png', MIB)], rejectedFiles: [], leftOut: 0 });
  choose(picture('a.png', MIB));
  await upload();
  choose(picture('b.png', 2 * MIB));
  expect(item('b.png')).toMatchObject({
    status: 'refused',
    reason: 'Not enough storage space: 2 MB needed, 1 MB of 5 MB left',
  });
});

it('readies a file that was refused for lack of space once there is room', () => {
  const { choose, setRoom, statuses, item } = startQueue({ roomBytes: 3 * MIB });
  choose(picture('a.png', 4 * MIB), picture('huge.png', 6 * MIB));
  setRoom(5 * MIB);
  expect(statuses()).toEqual(['chosen', 'refused']);
  expect(item('a.png').reason).toBe('');
});

it('refuses the last file chosen when the room left is too small after all', () => {
  const { choose, setRoom, statuses } = startQueue();
  choose(picture('a.png', 2 * MIB), picture('b.png', 2 * MIB));
  expect(statuses()).toEqual(['chosen', 'chosen']);
  setRoom(3 * MIB);
  expect(statuses()).toEqual(['chosen', 'refused']);
});

it.each(['sending', 'waiting'] as const)(
  'cancels a %s upload, sends the others and can retry the cancelled one',
  async (status) => {
    const { queue, choose, upload, sendings, statuses, items, item } = startQueue();
    choose(picture('a.png'), picture('b.png'), picture('c.png'));
    await upload();
    const { name } = items().find((one) => one.status === status)!.file;
    const others = ['a.png', 'b.png', 'c.png'].filter((other) => other !== name);
    queue.cancel(item(name));
    await settled();
    expect(item(name).status).toBe('cancelled');
    for (const other of others) void sendings.find(({ file }) => file.name === other)?.finish();
    await upload([item(name)]);
    expect(sendings.at(-1)?.file.name).toBe(name);
    expect(statuses().filter((one) => one === 'sending')).toHaveLength(1);
  },
);

it('shows the server’s error on the row of a failed upload and retries all that failed', async () => {
  const { choose, upload, sendings, statuses, items } = startQueue();
  choose(picture('a.png'), picture('b.png'));
  await upload();
  await sendings[0]?.fail(new ApiError(503, 'Please try again in a moment', {}));
  await sendings[1]?.fail(new ApiError(500, '', {}));
  expect(items().map(({ reason }) => reason)).toEqual([
    'Please try again in a moment',
    'Failed to upload file',
  ]);
  await upload(items().filter(canRetry));
  expect(statuses()).toEqual(['sending', 'sending']);
  expect(sendings).toHaveLength(4);
});

it('can retry what the server refuses for lack of space, and not what is too large itself', async () => {
  const { choose, upload, sendings, items, statuses } = startQueue();
  choose(picture('a.png'), picture('b.png'));
  await upload();
  const details = { needed: 3, available: 0, quota: 5 * MIB, size: 6 * MIB, max: 5 * MIB };
  const refusals = (['QUOTA_EXCEEDED', 'FILE_TOO_LARGE'] as const).map(
    (code) => new ApiError(413, errorSentence({ code, details }), { code }),
  );
  for (const [index, refusal] of refusals.entries()) await sendings[index]?.fail(refusal);
  expect(statuses()).toEqual(['failed', 'refused']);
  expect(items().map(({ reason }) => reason)).toEqual(refusals.map(({ message }) => message));
});

it('keeps only what is in flight or failed when the page is left', async () => {
  const { queue, project, choose, upload, sendings, items } = startQueue();
  choose(picture('failed.png'), picture('sent.png'), picture('none.exe'));
  await upload();
  choose(picture('chosen.png'));
  await sendings[0]?.fail(new NetworkError('No answer'));
  queue.leavePage(project.id);
  expect(items().map(({ file }) => file.name)).toEqual(['failed.png', 'sent.png']);
  expect(sendings[1]?.signal.aborted).toBe(false);
});

it('retries a file under the same key, even if the file itself may fill the room left', async () => {
  const { choose, upload, sendings, setRoom, item, statuses } = startQueue();
  choose(picture('a.png', 2 * MIB));
  await upload();
  await sendings[0]?.fail(new NetworkError('No answer'));
  setRoom(0);
  await upload([item('a.png')]);
  await sendings[1]?.finish();
  expect(sendings.map(({ key }) => key)).toEqual([sendings[0]?.key, sendings[0]?.key]);
  expect(statuses()).toEqual(['stored']);
});

it('lists what could not be read with the reason until the list is cleared', () => {
  const { queue, project, choose, item, items, statuses } = startQueue();
  choose(picture('a.png'));
  const rejectedFiles = [{ path: 'Shoot/none', reason: 'This folder is empty' }];
  queue.choose(project, { files: [], rejectedFiles, leftOut: 0 });
  expect(item('Shoot/none')).toMatchObject({ status: 'refused', reason: 'This folder is empty' });
  queue.remove(items().filter(hasEnded));
  expect(statuses()).toEqual(['chosen']);
});

it('says how many files were not uploaded when it is cleared', async () => {
  const { queue, choose, upload, sendings } = startQueue();
  const { result: toasts } = renderHook(useToasts);
  choose(picture('a.png'), picture('b.png'));
  await upload();
  await act(() => sendings[0]?.finish());
  await act(() => sendings[1]?.fail(new NetworkError('No answer')));
  expect(toasts.current).toEqual([]);
  act(() => queue.clear());
  expect(toasts.current.at(-1)?.text).toBe('1 file not uploaded');
});

it.each([
  ['the same', 'aa', 'aa', 'stored'],
  ['another', 'aa', 'bb', 'refused'],
  ['none, as an older server,', 'aa', null, 'stored'],
  ['one that this browser could not compute', null, 'bb', 'stored'],
])(
  'takes an upload whose answer has %s hash, %j and %j, as %s',
  async (_which, sha256, answered, status) => {
    const { choose, upload, sendings, statuses, items } = startQueue({ sha256 });
    choose(picture('a.png'));
    await upload();
    expect(sendings[0]?.sha256).toBe(sha256);
    await sendings[0]?.finish(answered);
    expect(statuses()).toEqual([status]);
    expect(items()[0]?.reason).toBe(
      status === 'refused'
        ? 'What was stored is not this file. Delete the stored one and choose this one again'
        : '',
    );
  },
);

it('an upload that arrived changed is refused by the server and can be tried again', async () => {
  const { choose, upload, sendings, statuses } = startQueue({ sha256: 'aa' });
  choose(picture('a.png'));
  await upload();
  const code = 'FILE_NOT_AS_SENT';
  const sentence = errorSentence({ code, details: { filename: 'a.png' } });
  await sendings[0]?.fail(new ApiError(400, sentence, { code }));
  expect(statuses()).toEqual(['failed']);
});

it('counts only what was sent together in its outcome', async () => {
  const { choose, upload, sendings, item } = startQueue();
  const { result: toasts } = renderHook(useToasts);
  choose(picture('a.png'));
  await upload();
  await act(() => sendings[0]?.fail(new NetworkError('No answer')));
  choose(picture('b.png'));
  await upload([item('b.png')]);
  await act(() => sendings[1]?.finish());
  expect(toasts.current.at(-1)?.text).toBe('File uploaded successfully');
});

it('goes on by itself with what failed without a line, and with nothing else', async () => {
  const { queue, choose, upload, sendings, statuses } = startQueue();
  choose(picture('a.png'), picture('b.png'));
  await upload();
  await sendings[0]?.fail(new NetworkError('No answer'));
  await sendings[1]?.fail(new ApiError(500, '', {}));
  queue.resume();
  await settled();
  expect(statuses()).toEqual(['sending', 'failed']);
  await sendings[2]?.finish();
  expect(statuses()).toEqual(['stored', 'failed']);
});

it('says of a file that was changed after it was chosen that it was, and offers no retry', async () => {
  const { choose, upload, sendings, items } = startQueue();
  const file = picture('a.png');
  const unreadable = {
    arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')),
  };
  file.slice = () => Object.assign(new Blob(), unreadable);
  choose(file);
  await upload();
  await sendings[0]?.fail(new NetworkError('No answer'));
  expect(items()[0]).toMatchObject({
    status: 'refused',
    reason: 'This file was moved or changed after it was chosen. Choose it again',
  });
});

it('aborts every upload when it is cleared', async () => {
  const { queue, choose, upload, sendings, items } = startQueue();
  choose(picture('a.png'), picture('b.png'), picture('c.png'));
  await upload();
  queue.clear();
  await settled();
  expect(sendings.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(items()).toEqual([]);
});

it('shows a stored file at once: in its project, in the room taken and with the picture made of it', async () => {
  const { queryClient, project, choose, upload, sendings, items } = startQueue();
  const { queryKey } = projectQuery(project.id);
  const shown = () => queryClient.getQueryData(queryKey)?.files.map(({ filename }) => filename);
  queryClient.setQueryData(queryKey, { ...project, etag: null, files: [makeFile('old.png')] });
  choose(picture('a.png'));
  const [chosen] = items();
  const thumbnail = { kind: 'none' } as const;
  queryClient.setQueryData(localThumbnailQuery(chosen!).queryKey, thumbnail);
  await upload();
  await sendings[0]?.finish();
  expect(shown()).toEqual(['old.png', 'a.png']);
  expect(queryClient.getQueryData(storageUsageQuery.queryKey)?.total_storage_bytes).toBe(3);
  const { stored } = items()[0]!;
  expect(queryClient.getQueryData(thumbnailQuery(project.id, stored!).queryKey)).toBe(thumbnail);
  choose(picture('old.png'));
  await upload();
  await sendings[1]?.finish();
  expect(shown()).toEqual(['old.png', 'a.png']);
});

it('reads project and quota again as soon as nothing is in flight any more', async () => {
  const { queryClient, project, choose, upload, sendings } = startQueue();
  queryClient.setQueryData(projectQuery(project.id).queryKey, { ...project, etag: null });
  const queries = [projectQuery(project.id), storageUsageQuery];
  const areStale = () =>
    queries.map(({ queryKey }) => queryClient.getQueryState(queryKey)?.isInvalidated);
  choose(picture('a.png'), picture('b.png'));
  await upload();
  await sendings[0]?.finish();
  expect(areStale()).toEqual([false, false]);
  await sendings[1]?.finish();
  expect(areStale()).toEqual([true, true]);
});

it('counts what is sent while others are in flight with them', async () => {
  const { choose, upload, sendings, items } = startQueue();
  const { result: toasts } = renderHook(useToasts);
  choose(picture('a.png'));
  await upload();
  choose(picture('b.png'));
  await upload();
  await act(() => sendings[0]?.finish());
  await act(() => sendings[1]?.fail(new NetworkError('No answer')));
  expect(outcomeText(latestBatch(items()))).toBe('1 file uploaded, 1 file not uploaded');
  expect(toasts.current).toEqual([]);
});

it('says what it left out, and nothing when there is nothing to say', async () => {
  const { queue, project, choose, upload, sendings } = startQueue();
  const { result: toasts } = renderHook(useToasts);
  act(() => queue.choose(project, { files: [], rejectedFiles: [], leftOut: 2 }));
  expect(toasts.current.at(-1)?.text).toBe('2 files of the system left out');
  const before = toasts.current.length;
  choose(picture('a.png'));
  await upload();
  window.history.replaceState(null, '', paths.dashboard);
  await act(() => sendings[0]?.finish());
  act(() => queue.clear());
  expect(toasts.current).toHaveLength(before);
});

it('begins a failed or cancelled upload again from nothing', async () => {
  const { queue, choose, upload, sendings, items, item } = startQueue();
  choose(picture('a.png'), picture('b.png'));
  await upload();
  for (const { onProgress } of sendings) onProgress(0.5);
  await sendings[0]?.fail(new ApiError(500, '', {}));
  queue.cancel(item('b.png'));
  sendings[1]?.onProgress(0.75);
  await settled();
  expect(items()).toMatchObject([
    { status: 'failed', share: 0, isUnanswered: false },
    { status: 'cancelled', share: 0 },
  ]);
});
