import { randomUUID } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { eventually } from '@studiolo/testing/eventually';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';
import { objectStoreClient } from '@studiolo/infra/stack/prepare-stores';
import { jpeg } from '../e2e/support/samples.ts';
import { batteryCase } from './support/numbered-case.ts';
import { json, Owner } from './load/owner.ts';
import { asAdmin, reservedBytes, untilReleased } from './support/admin.ts';
import { BatteryStack, NO_REDIS, REAL_REDIS } from './support/battery-stack.ts';

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
  let battery: BatteryStack;
  let proxy: TcpProxy;
  let owner: Owner;
  let projectId: string;

  beforeAll(async () => {
    if (REAL_REDIS === undefined) return;
    battery = await BatteryStack.start({
      passed: { EMAIL_VERIFICATION: 'off' },
      rewire: async (plan) => {
        proxy = await TcpProxy.to(() => `http://127.0.0.1:${plan.ports.objectStore}`);
        plan.objectStore.endpoint = `http://${proxy.address}`;
      },
    });
    owner = new Owner(battery.gateways, 0);
    await owner.signUp();
    const { project } = json<{ project: { id: string } }>(await owner.create('Ends', 'ends'));
    projectId = project.id;
  }, 120_000);

  afterAll(async () => {
    await battery?.end();
    await proxy?.close();
  }, 30_000);

  const startUpload = (filename: string) =>
    new SlowUpload(battery.plan.apiUrl, owner.token, formOf(projectId, filename));

  async function filenames(): Promise<string[]> {
    const [project] = await owner.everything();
    return project?.files.map(({ filename }) => filename) ?? [];
  }

  async function objects(): Promise<number> {
    const { objectStore } = battery.plan;
    const listing = objectStoreClient(objectStore).listObjectsV2(objectStore.bucket, '', true);
    return (await listing.toArray()).length;
  }

  const ended = {
    done: 'SIGTERM to the gateway when half of an upload of 2 MiB has arrived',
    expected: 'the upload gets its answer; the gateway ends with code 0 in under 10 s',
  };
  if (REAL_REDIS === undefined) batteryCase.impossible('F3 a', { ...ended, reason: NO_REDIS });
  else {
    batteryCase('F3 a', ended, async (seen) => {
      const [opsPort = 0] = battery.plan.opsPorts.gateway;
      const upload = startUpload('ended.jpg');
      await eventually(async () =>
        expect(await receivedBytes(opsPort)).toBeGreaterThan(FILE_BYTES / 4),
      );
      const end = battery.endProcess('gateway', 'SIGTERM');
      await eventually(() => expect(battery.logOf('gateway')).toContain('SIGTERM'));
      upload.finish();
      const { status, body } = await upload.answer;
      const { ending, tookMs } = await end;
      seen(`the upload got ${status}; the gateway ended with ${ending} in ${tookMs} ms`);
      expect({ status, body }).toMatchObject({ status: 201 });
      expect(ending).toBe('code 0');
      expect(tookMs).toBeLessThan(MOST_MS);
      await battery.ready();
      expect(await filenames()).toEqual(['ended.jpg']);
    });
  }

  const killed = {
    done: 'SIGKILL to the gateway when an upload has reserved its quota and its bytes are on their way to the object store',
    expected:
      'the client sees an error; no file appears; the reservation and the object go when the upload expires',
  };
  if (REAL_REDIS === undefined) batteryCase.impossible('F3 b', { ...killed, reason: NO_REDIS });
  else {
    batteryCase('F3 b', killed, async (seen) => {
      const [before, stored] = [await filenames(), await objects()];
      proxy.freeze();
      const upload = startUpload('killed.jpg');
      upload.finish();
      await eventually(async () => expect(await reservedBytes(battery.plan)).toBe(FILE_BYTES));
      await battery.endProcess('gateway', 'SIGKILL');
      const error = await upload.answer.then(
        ({ status }) => `status ${status}`,
        (reason: Error & { code?: string }) => reason.code,
      );
      proxy.heal();
      await battery.ready();
      expect(await filenames()).toEqual(before);
      seen(`the client saw ${error}; no file appeared`);
      expect(error).toBe('ECONNRESET');
      // A minute of silence ends an upload; the minute is taken off its clock.
      await asAdmin(battery.plan, (client) =>
        client.query(
          `UPDATE storage.upload_files SET expires_at = expires_at - interval '1 minute'`,
        ),
      );
      const swept = await untilReleased(battery.plan, SWEPT_WITHIN_MS);
      seen(`${swept} ms after its expiry, which was brought forward, nothing was reserved`);
      await eventually(async () => expect(await objects()).toBe(stored));
      seen('and the store had no object more than before');
    });
  }
});
