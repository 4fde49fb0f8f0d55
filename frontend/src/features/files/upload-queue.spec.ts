import type { StoredFile } from '@studiolo/contracts';

import { ApiError, NetworkError } from '../../lib/api/errors';
import { makeFile } from '../../test/projects';
import { canRetry } from './upload-item';
import { UploadQueue, type UploadQueueOptions } from './upload-queue';

const MIB = 1024 * 1024;

interface Sending {
  file: File;
  key: string;
  signal: AbortSignal;
  onProgress: (share: number) => void;
  finish: () => void;
  fail: (error: Error) => void;
}

/** A queue whose requests the test ends. */
function startQueue(options: Partial<UploadQueueOptions> = {}) {
  const sendings: Sending[] = [];
  const outcomes: number[] = [];
  const queue = new UploadQueue({
    limits: () => ({ maxFileBytes: 5 * MIB, quotaBytes: 5 * MIB, roomBytes: null }),
    send: ({ file, key, signal, onProgress }) =>
      new Promise<StoredFile>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')));
        const finish = () => resolve(makeFile(file.name, file.size));
        sendings.push({ file, key, signal, onProgress, finish, fail: reject });
      }),
    onStored: () => undefined,
    onLeftOut: () => undefined,
    onSettled: (outcome) => outcomes.push(outcome),
    ...options,
  });
  const statuses = () => queue.store.get().map(({ status }) => status);
  const settled = () => new Promise((resolve) => setTimeout(resolve));
  return { queue, sendings, outcomes, statuses, settled };
}

function png(name: string, size = 10): File {
  const file = new File(['x'], name, { type: 'image/png' });
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

it('sends nothing before upload() is called, which returns false when nothing was chosen', () => {
  const { queue, sendings, statuses } = startQueue();
  expect(queue.upload()).toBe(false);
  queue.choose({ files: [png('a.png')] });
  expect(statuses()).toEqual(['chosen']);
  expect(sendings).toHaveLength(0);
  expect(queue.upload()).toBe(true);
  expect(sendings).toHaveLength(1);
});

it('sends one file a request, two at a time, and reports the outcome once at the end', async () => {
  const { queue, sendings, outcomes, statuses, settled } = startQueue();
  queue.choose({ files: [png('a.png'), png('b.png'), png('c.png')] });
  queue.upload();
  expect(statuses()).toEqual(['sending', 'sending', 'waiting']);
  sendings[0]?.onProgress(0.5);
  expect(queue.store.get()[0]?.share).toBe(0.5);
  sendings[0]?.finish();
  await settled();
  expect(sendings.map(({ file }) => file.name)).toEqual(['a.png', 'b.png', 'c.png']);
  sendings[1]?.finish();
  sendings[2]?.finish();
  await settled();
  expect(outcomes).toEqual([3]);
  expect(queue.store.get()).toEqual([]);
});

it('keeps refused files as rows and sends the others', () => {
  const { queue, sendings, statuses } = startQueue();
  queue.choose({ files: [png('big.png', 6 * MIB), png('a.png')] });
  queue.upload();
  expect(statuses()).toEqual(['refused', 'sending']);
  expect(queue.store.get()[0]?.reason).toBe('File too large: 6.00MB (max 5MB)');
  expect(sendings).toHaveLength(1);
});

it('counts the chosen and the sending files when it checks the room left', () => {
  const limits = () => ({ maxFileBytes: 5 * MIB, quotaBytes: 5 * MIB, roomBytes: 3 * MIB });
  const { queue, statuses } = startQueue({ limits });
  queue.choose({ files: [png('a.png', 2 * MIB), png('b.png', 2 * MIB)] });
  expect(statuses()).toEqual(['chosen', 'refused']);
  expect(queue.store.get()[1]?.reason).toBe(
    'Not enough storage space: 2 MB needed, 1 MB of 5 MB left',
  );
});

it('readies a file that was refused for lack of space once there is room', () => {
  const limits = { maxFileBytes: 5 * MIB, quotaBytes: 5 * MIB, roomBytes: 3 * MIB };
  const { queue, statuses } = startQueue({ limits: () => limits });
  queue.choose({ files: [png('a.png', 4 * MIB), png('huge.png', 6 * MIB)] });
  limits.roomBytes = 5 * MIB;
  queue.reconsider();
  expect(statuses()).toEqual(['chosen', 'refused']);
  expect(queue.store.get()[0]?.reason).toBe('');
});

it('refuses the last file chosen when the room left becomes known and is too small', () => {
  let roomBytes: number | null = null;
  const limits = () => ({ maxFileBytes: 5 * MIB, quotaBytes: 5 * MIB, roomBytes });
  const { queue, statuses } = startQueue({ limits });
  queue.choose({ files: [png('a.png', 2 * MIB), png('b.png', 2 * MIB)] });
  expect(statuses()).toEqual(['chosen', 'chosen']);
  roomBytes = 3 * MIB;
  queue.reconsider();
  expect(statuses()).toEqual(['chosen', 'refused']);
});

it('cancels one upload, sends the next and can retry the cancelled one', async () => {
  const { queue, sendings, statuses, settled } = startQueue();
  queue.choose({ files: [png('a.png'), png('b.png'), png('c.png')] });
  queue.upload();
  queue.cancel(1);
  await settled();
  expect(sendings[0]?.signal.aborted).toBe(true);
  expect(statuses()).toEqual(['cancelled', 'sending', 'sending']);
  sendings[1]?.finish();
  queue.retry(1);
  await settled();
  expect(sendings.map(({ file }) => file.name)).toEqual(['a.png', 'b.png', 'c.png', 'a.png']);
});

it('shows the server’s error on the row of a failed upload and retries all that failed', async () => {
  const { queue, sendings, outcomes, statuses, settled } = startQueue();
  queue.choose({ files: [png('a.png'), png('b.png')] });
  queue.upload();
  sendings[0]?.fail(new ApiError(503, 'Please try again in a moment', {}));
  sendings[1]?.fail(new ApiError(500, '', {}));
  await settled();
  expect(queue.store.get().map(({ reason }) => reason)).toEqual([
    'Please try again in a moment',
    'Failed to upload file',
  ]);
  expect(outcomes).toEqual([0]);
  queue.retryAll();
  expect(statuses()).toEqual(['sending', 'sending']);
  expect(sendings).toHaveLength(4);
});

it('offers no retry of a file that the server refused', async () => {
  const { queue, sendings, statuses, settled } = startQueue();
  queue.choose({ files: [png('a.png')] });
  queue.upload();
  sendings[0]?.fail(new ApiError(415, 'a.png is not a supported type', {}));
  await settled();
  expect(statuses()).toEqual(['refused']);
  expect(queue.store.get().map(canRetry)).toEqual([false]);
});

it('keeps only what is in flight or failed when the page is left', async () => {
  const { queue, sendings, settled } = startQueue();
  queue.choose({ files: [png('failed.png'), png('sent.png'), png('none.exe')] });
  queue.upload();
  queue.choose({ files: [png('chosen.png')] });
  sendings[0]?.fail(new NetworkError('No answer'));
  await settled();
  queue.leavePage();
  expect(queue.store.get().map(({ file }) => file.name)).toEqual(['failed.png', 'sent.png']);
  expect(sendings[1]?.signal.aborted).toBe(false);
});

it('retries a file under the same key, even if the file itself may fill the room left', async () => {
  const limits = { maxFileBytes: 5 * MIB, quotaBytes: 5 * MIB, roomBytes: 2 * MIB };
  const { queue, sendings, outcomes, settled } = startQueue({ limits: () => limits });
  queue.choose({ files: [png('a.png', 2 * MIB)] });
  queue.upload();
  sendings[0]?.fail(new NetworkError('No answer'));
  await settled();
  limits.roomBytes = 0;
  queue.retry(1);
  sendings[1]?.finish();
  await settled();
  expect(sendings.map(({ key }) => key)).toEqual([sendings[0]?.key, sendings[0]?.key]);
  expect(outcomes.at(-1)).toBe(1);
});

it('gives every file a key of its own', () => {
  const { queue, sendings } = startQueue();
  queue.choose({ files: [png('a.png'), png('a.png')] });
  queue.upload();
  expect(new Set(sendings.map(({ key }) => key)).size).toBe(2);
});

it('lists what could not be read with the reason until the list is cleared', () => {
  const { queue, statuses } = startQueue();
  queue.choose({
    files: [png('a.png')],
    rejectedFiles: [{ path: 'Shoot/none', reason: 'This folder is empty' }],
  });
  expect(queue.store.get()[1]).toMatchObject({
    status: 'refused',
    reason: 'This folder is empty',
    file: { name: 'Shoot/none' },
  });
  queue.removeEnded();
  expect(statuses()).toEqual(['chosen']);
});

it('aborts every upload when it is cleared', async () => {
  const { queue, sendings, settled } = startQueue();
  queue.choose({ files: [png('a.png'), png('b.png'), png('c.png')] });
  queue.upload();
  queue.clear();
  await settled();
  expect(sendings.map(({ signal }) => signal.aborted)).toEqual([true, true]);
  expect(queue.store.get()).toEqual([]);
});
