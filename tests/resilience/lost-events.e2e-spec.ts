import { mkdir, rm } from 'node:fs/promises';
import { eventually } from '@studiolo/testing/eventually';
import { dataFolder } from '@studiolo/infra/stack/plan';
import { objectStoreClient } from '@studiolo/infra/stack/prepare-stores';
import { batteryCase } from './support/numbered-case.ts';
import { json, Owner } from './load/owner.ts';
import { asAdmin } from './support/admin.ts';
import { BatteryStack, NO_REDIS, REAL_REDIS } from './support/battery-stack.ts';

const FOLLOWED_WITHIN_MS = 20_000;

const text = {
  done: 'a project and an account with files are deleted while storage is away; Redis, which holds both events, is killed and comes back without its data',
  expected:
    'both deletions are acknowledged, and storage follows them once it is back: no file, no usage, no object stays',
};

async function ownerWithFile(battery: BatteryStack): Promise<{ owner: Owner; projectId: string }> {
  const owner = new Owner(battery.gateways, 0);
  await owner.signUp();
  const answer = await owner.create('Deleted', 'deleted');
  const projectId = json<{ project: { id: string } }>(answer).project.id;
  expect((await owner.upload(projectId, 'file.txt')).status).toBe(201);
  return { owner, projectId };
}

/** Entries that wait in the stream of storage, and those its senders have not sent yet. */
async function unsent(battery: BatteryStack): Promise<number> {
  return asAdmin(battery.plan, async (client) => {
    const query = `SELECT (SELECT count(*) FROM auth.outbox WHERE kind = 'event')
      + (SELECT count(*) FROM projects.outbox) AS left`;
    const { rows } = await client.query<{ left: string }>(query);
    return Number(rows[0]?.left);
  });
}

async function remains(battery: BatteryStack): Promise<Record<string, number>> {
  const { objectStore } = battery.plan;
  const listing = objectStoreClient(objectStore).listObjectsV2(objectStore.bucket, '', true);
  const objects = (await listing.toArray()).length;
  return asAdmin(battery.plan, async (client) => {
    const query = `SELECT (SELECT count(*)::int FROM storage.files) AS files,
      (SELECT count(*)::int FROM storage.usage) AS usage`;
    const { rows } = await client.query<{ files: number; usage: number }>(query);
    return { files: rows[0]?.files ?? -1, usage: rows[0]?.usage ?? -1, objects };
  });
}

async function loseRedis(battery: BatteryStack): Promise<void> {
  battery.stack.hold('redis');
  await battery.endProcess('redis', 'SIGKILL');
  const folder = dataFolder(battery.plan, 'redis');
  await rm(folder, { recursive: true });
  await mkdir(folder);
  battery.stack.release('redis');
}

if (REAL_REDIS === undefined) {
  batteryCase.impossible('F4 g', { ...text, reason: NO_REDIS });
} else {
  batteryCase('F4 g', text, async (seen) => {
    const battery = await BatteryStack.start({ passed: { EMAIL_VERIFICATION: 'off' } });
    try {
      const [one, other] = [await ownerWithFile(battery), await ownerWithFile(battery)];
      battery.stack.hold('storage');
      await battery.endProcess('storage', 'SIGKILL');
      const project = await one.owner.deleteProject(one.projectId);
      const account = await other.owner.deleteAccount();
      expect([project.status, account.status]).toEqual([200, 200]);
      await eventually(async () => expect(await unsent(battery)).toBe(0));
      await loseRedis(battery);
      battery.stack.release('storage');
      await battery.ready();
      const began = performance.now();
      const nothing = { files: 0, usage: 0, objects: 0 };
      await eventually(
        async () => expect(await remains(battery)).toEqual(nothing),
        FOLLOWED_WITHIN_MS,
      );
      seen(`nothing was left ${Math.round(performance.now() - began)} ms after all were ready`);
    } finally {
      await battery.end();
    }
  });
}
