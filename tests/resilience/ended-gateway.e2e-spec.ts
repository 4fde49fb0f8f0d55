import { objectStoreClient } from '@studiolo/infra/stack/prepare-stores';
import { eventually } from '@studiolo/testing/eventually';
import { jpeg } from '@studiolo/testing/samples';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import { RunningStack } from '../support/running-stack.ts';
import { SlowUpload } from '../support/slow-upload.ts';
import { testOnRedis } from '../support/test-on-redis.ts';
import { Owner } from './load/owner.ts';
import { asAdmin, reservedBytes, untilReleased } from './support/admin.ts';

const FILE_BYTES = 2 * 1024 * 1024;
const MOST_MS = 10_000;
const SWEPT_WITHIN_MS = 20_000;

/** Bytes of uploads that a gateway holds in its memory. */
async function receivedBytes(opsPort: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${opsPort}/metrics`);
  return Number(/^studiolo_upload_memory_used_bytes\S* (\d+)$/m.exec(await answer.text())?.[1]);
}

describe('a gateway that ends', () => {
  let running: RunningStack;
  let proxy: TcpProxy;
  let owner: Owner;
  let projectId: string;

  beforeAll(async () => {
    running = await RunningStack.start({
      passed: { EMAIL_VERIFICATION: 'off' },
      rewire: async (plan) => {
        proxy = await TcpProxy.to(() => `http://127.0.0.1:${plan.ports.objectStore}`);
        plan.objectStore.endpoint = `http://${proxy.address}`;
      },
    });
    owner = new Owner(running.gateways);
    await owner.signUp();
    projectId = await owner.api.newProject();
  }, 120_000);

  afterAll(async () => {
    await running?.end();
    await proxy?.close();
  }, 30_000);

  const startUpload = (filename: string) =>
    new SlowUpload(running.plan.apiUrl, {
      ...{ token: owner.api.bearer, projectId, filename },
      content: jpeg(FILE_BYTES),
    });

  async function filenames(): Promise<string[]> {
    const [project] = await owner.everything();
    return project?.files.map(({ filename }) => filename) ?? [];
  }

  async function objects(): Promise<number> {
    const { objectStore } = running.plan;
    const listing = objectStoreClient(objectStore).listObjectsV2(objectStore.bucket, '', true);
    return (await listing.toArray()).length;
  }

  testOnRedis(
    '[F3 a] SIGTERM to the gateway when half of an upload of 2 MiB has arrived: the upload gets its answer; the gateway ends with code 0 in under 10 s',
    async () => {
      const [opsPort = 0] = running.plan.opsPorts.gateway;
      const upload = startUpload('ended.jpg');
      await upload.firstHalf();
      await eventually(async () =>
        expect(await receivedBytes(opsPort)).toBeGreaterThan(FILE_BYTES / 4),
      );
      const end = running.endProcess('gateway', 'SIGTERM');
      await eventually(() => expect(running.logOf('gateway')).toContain('SIGTERM'));
      upload.secondHalf();
      const outcome = await upload.outcome;
      const { ending, tookMs } = await end;
      expect(outcome).toBe(201);
      expect(ending).toBe('code 0');
      expect(tookMs).toBeLessThan(MOST_MS);
      await running.ready();
      expect(await filenames()).toEqual(['ended.jpg']);
    },
  );

  testOnRedis(
    '[F3 b] SIGKILL to the gateway when an upload has reserved its quota and its bytes are on their way to the object store: the client sees an error; no file appears; the reservation and the object go when the upload expires',
    async () => {
      const [before, stored] = [await filenames(), await objects()];
      proxy.freeze();
      const upload = startUpload('killed.jpg');
      await upload.firstHalf();
      upload.secondHalf();
      await eventually(async () => expect(await reservedBytes(running.plan)).toBe(FILE_BYTES));
      await running.endProcess('gateway', 'SIGKILL');
      const outcome = await upload.outcome;
      proxy.heal();
      await running.ready();
      expect(await filenames()).toEqual(before);
      expect(outcome).toBe('ECONNRESET');
      // A minute of silence ends an upload; the minute is taken off its clock.
      await asAdmin(running.plan, (client) =>
        client.query(
          `UPDATE storage.upload_files SET expires_at = expires_at - interval '1 minute'`,
        ),
      );
      await untilReleased(running.plan, SWEPT_WITHIN_MS);
      await eventually(async () => expect(await objects()).toBe(stored));
    },
  );
});
