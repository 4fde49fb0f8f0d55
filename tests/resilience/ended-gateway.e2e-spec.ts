import { randomUUID } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { eventually } from '@studiolo/testing/eventually';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';
import { objectStoreClient } from '@studiolo/infra/stack/prepare-stores';
import { jpeg } from '../e2e/support/samples.ts';
import { json, Owner } from './load/owner.ts';
import { asAdmin, reservedBytes, untilReleased } from './support/admin.ts';
import { RunningStack, testOnRedis } from '../support/running-stack.ts';

const FILE_BYTES = 2 * 1024 * 1024;
const MOST_MS = 10_000;
const SWEPT_WITHIN_MS = 20_000;

/** An upload by hand, whose body goes out in two parts. */
class SlowUpload {
  readonly answer: Promise<{ status: number; body: string }>;
  private readonly call: ClientRequest;
  private readonly rest: Buffer;

  constructor(url: string, token: string, form: { head: Buffer; rest: Buffer; boundary: string }) {
    const { head, rest, boundary } = form;
    this.rest = rest;
    this.call = request(new URL('/api/upload', url), {
      method: 'POST',
      agent: false,
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
        'Content-Length': head.length + rest.length,
      },
    });
    this.answer = new Promise((resolve, reject) => {
      this.call.once('error', reject);
      this.call.once('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', reject);
        response.once('end', () =>
          resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }),
        );
      });
    });
    // Awaited later; until then a failure is nobody's fault.
    this.answer.catch(() => undefined);
    this.call.write(head);
  }

  finish(): void {
    this.call.end(this.rest);
  }
}

function formOf(projectId: string, filename: string) {
  const boundary = randomUUID();
  const field = (disposition: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${field('name="project_id"')}\r\n${projectId}\r\n`),
    Buffer.from(`${field(`name="file"; filename="${filename}"`)}Content-Type: image/jpeg\r\n\r\n`),
    jpeg(FILE_BYTES),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const half = body.length / 2;
  return { boundary, head: body.subarray(0, half), rest: body.subarray(half) };
}

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
    owner = new Owner(running.gateways, 0);
    await owner.signUp();
    const { project } = json<{ project: { id: string } }>(await owner.create('Ends', 'ends'));
    projectId = project.id;
  }, 120_000);

  afterAll(async () => {
    await running?.end();
    await proxy?.close();
  }, 30_000);

  const startUpload = (filename: string) =>
    new SlowUpload(running.plan.apiUrl, owner.token, formOf(projectId, filename));

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
      await eventually(async () =>
        expect(await receivedBytes(opsPort)).toBeGreaterThan(FILE_BYTES / 4),
      );
      const end = running.endProcess('gateway', 'SIGTERM');
      await eventually(() => expect(running.logOf('gateway')).toContain('SIGTERM'));
      upload.finish();
      const { status, body } = await upload.answer;
      const { ending, tookMs } = await end;
      expect({ status, body }).toMatchObject({ status: 201 });
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
      upload.finish();
      await eventually(async () => expect(await reservedBytes(running.plan)).toBe(FILE_BYTES));
      await running.endProcess('gateway', 'SIGKILL');
      const error = await upload.answer.then(
        ({ status }) => `status ${status}`,
        (reason: Error & { code?: string }) => reason.code,
      );
      proxy.heal();
      await running.ready();
      expect(await filenames()).toEqual(before);
      expect(error).toBe('ECONNRESET');
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
