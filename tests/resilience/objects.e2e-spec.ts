// What a crash leaves on one side of the border between database and object store is evened out; files stay.
import { eventually } from '@studiolo/testing/eventually';

import { CrashStack } from './crash-points/crash-stack.ts';
import {
  accountedTo,
  newStudio,
  newStudioWithFile,
  PHOTO,
  photo,
  type Studio,
} from './crash-points/operations.ts';

let stack: CrashStack;
beforeAll(async () => {
  stack = await CrashStack.start({ replicas: { storage: 2 } });
}, 120_000);
afterAll(() => stack.end(), 30_000);

/** Everything the store has, and what the database says should be there. */
async function expectInStep(): Promise<void> {
  const files = await stack.sql<{ key: string }>('SELECT object_key AS key FROM storage.files');
  expect((await stack.objectKeys()).sort()).toEqual(files.map(({ key }) => key).sort());
  expect(await stack.count('storage.upload_files')).toBe(0);
  expect(await stack.count('storage.object_deletions')).toBe(0);
}

/** The key of a project's only object. */
async function keyOf(projectId: string): Promise<string> {
  const text = 'SELECT object_key AS key FROM storage.files WHERE project_id = $1';
  return (await stack.sql<{ key: string }>(text, [projectId]))[0]?.key ?? '';
}

/** Uploads and deletes over and over until it is told to stop; every kept file must come back whole. */
function keepBusy({ api, projectId }: Studio) {
  let isOver = false;
  const rounds = (async () => {
    for (let count = 0; !isOver; count += 1) {
      const name = `busy-${count}.jpg`;
      expect(await api.upload(projectId, [photo(name)])).toMatchObject({ status: 201 });
      const download = await api.fetch(`/api/download/${projectId}/${name}`);
      expect(Buffer.from(await download.arrayBuffer()).equals(PHOTO)).toBe(true);
      // A few stay, for the comparison at the end.
      if (count < 5) continue;
      expect(await api.delete(`/api/delete/${projectId}/${name}`)).toMatchObject({ status: 200 });
    }
  })();
  rounds.catch(() => undefined);
  return {
    /** Throws when one has failed. */
    stop: () => {
      isOver = true;
      return rounds;
    },
  };
}

test('[F9 a] gateway killed when the bytes are in the store and the upload is not committed; the minute of the upload is then over: no visible file; reservation and object go, nothing else does', async () => {
  const { api, ownerId, projectId } = await newStudioWithFile();
  await stack.crashes.arm({ call: 'storage.commit-upload' });
  const upload = api.upload(projectId, [photo('struck.jpg')]).catch(() => 'connection lost');
  await stack.crashes.fired();
  expect(await upload).toBe('connection lost');
  await stack.running.ready();
  const bytes = PHOTO.length;
  expect(await accountedTo(stack, ownerId)).toEqual({ used: bytes, reserved: bytes });
  const other = keepBusy(await newStudio());
  // A minute is long: the reservation is told that its time is over.
  await stack.sql('UPDATE storage.upload_files SET expires_at = now() WHERE owner_id = $1', [
    ownerId,
  ]);
  await eventually(async () =>
    expect(await accountedTo(stack, ownerId)).toEqual({ used: bytes, reserved: 0 }),
  );
  await other.stop();
  await eventually(expectInStep);
  const { body } = await api.get(`/api/projects/${projectId}`);
  expect(body.project).toMatchObject({ files: [{ filename: 'first.jpg' }] });
});

test('[F9 b] storage killed when a deletion is committed and the object is not removed, while others upload: the object goes, no other does', async () => {
  await stack.running.ready();
  const { api, projectId } = await newStudioWithFile();
  const other = keepBusy(await newStudio());
  const key = await keyOf(projectId);
  await stack.crashes.arm({ message: 'storage.delete-file', at: 'after-commit' });
  await api.delete(`/api/delete/${projectId}/first.jpg`);
  await stack.crashes.fired();
  await eventually(async () => expect(await stack.objectKeys()).not.toContain(key));
  await other.stop();
  await eventually(expectInStep);
});

test('[F9 c] storage killed when an object is removed and its removal is not noted, while others upload: a peer removes it once more, which does no harm', async () => {
  await stack.running.ready();
  const { api, projectId } = await newStudioWithFile();
  const other = keepBusy(await newStudio());
  const key = await keyOf(projectId);
  await stack.crashes.arm({ statement: 'forget-deletions' });
  await api.delete(`/api/delete/${projectId}/first.jpg`);
  await stack.crashes.fired();
  await eventually(async () => {
    const noted = await stack.count('storage.object_deletions', 'object_key = $1', [key]);
    expect(noted).toBe(0);
  });
  await other.stop();
  await eventually(expectInStep);
});
