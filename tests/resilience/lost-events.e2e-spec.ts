import { mkdir, rm } from 'node:fs/promises';

import { dataFolder } from '@studiolo/infra/stack/plan';
import { objectStoreClient } from '@studiolo/infra/stack/prepare-stores';
import { eventually } from '@studiolo/testing/eventually';

import { RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';
import { Owner } from './load/owner.ts';
import { asAdmin } from './support/admin.ts';

const FOLLOWED_WITHIN_MS = 20_000;

async function ownerWithFile(running: RunningStack): Promise<{ owner: Owner; projectId: string }> {
  const owner = new Owner(running.gateways);
  await owner.signUp();
  const projectId = await owner.api.newProject();
  expect((await owner.upload(projectId, 'file.txt')).status).toBe(201);
  return { owner, projectId };
}

/** Entries that wait in the stream of storage, and those its senders have not sent yet. */
async function unsent(running: RunningStack): Promise<number> {
  return asAdmin(running.plan, async (client) => {
    const query = `SELECT (SELECT count(*) FROM auth.outbox WHERE kind = 'event')
      + (SELECT count(*) FROM projects.outbox) AS left`;
    const { rows } = await client.query<{ left: string }>(query);
    return Number(rows[0]?.left);
  });
}

async function remains(running: RunningStack): Promise<Record<string, number>> {
  const { objectStore } = running.plan;
  const listing = objectStoreClient(objectStore).listObjectsV2(objectStore.bucket, '', true);
  // One of them says whose the bucket is.
  const objects = (await listing.toArray()).length - 1;
  return asAdmin(running.plan, async (client) => {
    const query = `SELECT (SELECT count(*)::int FROM storage.files) AS files,
      (SELECT count(*)::int FROM storage.usage) AS usage`;
    const { rows } = await client.query<{ files: number; usage: number }>(query);
    return { files: rows[0]?.files ?? -1, usage: rows[0]?.usage ?? -1, objects };
  });
}

async function loseRedis(running: RunningStack): Promise<void> {
  running.stack.hold('redis');
  await running.endProcess('redis', 'SIGKILL');
  const folder = dataFolder(running.plan, 'redis');
  await rm(folder, { recursive: true });
  await mkdir(folder);
  running.stack.release('redis');
}

testOnRedis(
  '[F4 g] a project and an account with files are deleted while storage is away; Redis, which holds both events, is killed and comes back without its data: both deletions are acknowledged, and storage follows them once it is back: no file, no usage, no object stays',
  async () => {
    const running = await RunningStack.start({ passed: { EMAIL_VERIFICATION: 'off' } });
    try {
      const [one, other] = [await ownerWithFile(running), await ownerWithFile(running)];
      running.stack.hold('storage');
      await running.endProcess('storage', 'SIGKILL');
      const project = await one.owner.api.delete(`/api/projects/${one.projectId}`);
      const account = await other.owner.api.delete('/api/auth/account');
      expect([project.status, account.status]).toEqual([200, 200]);
      await eventually(async () => expect(await unsent(running)).toBe(0));
      await loseRedis(running);
      running.stack.release('storage');
      await running.ready();
      const nothing = { files: 0, usage: 0, objects: 0 };
      await eventually(
        async () => expect(await remains(running)).toEqual(nothing),
        FOLLOWED_WITHIN_MS,
      );
    } finally {
      await running.end();
    }
  },
);
