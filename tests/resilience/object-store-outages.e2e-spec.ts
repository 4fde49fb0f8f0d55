import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { eventually } from '@studiolo/testing/eventually';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';
import { portAnswers } from '@studiolo/infra/stack/readiness';
import { jpeg } from '../e2e/support/samples.ts';
import { batteryCase } from './support/numbered-case.ts';
import { Load } from './load/load.ts';
import { json, Owner } from './load/owner.ts';
import { untilReleased } from './support/admin.ts';
import { BatteryStack, NO_REDIS, REAL_REDIS } from './support/battery-stack.ts';

const ANSWERS_BETWEEN = 150;
const DOWN_MS = 5_000;
const FROZEN_MS = 10_000;
const REFUSING_MS = 30_000;
const REFUSED_WITHIN_MS = 5_000;
/** A reservation whose upload went silent is released after a minute. */
const RELEASED_WITHIN_MS = 75_000;
const FILE_BYTES = 4 * 1024 * 1024;

const EXPECTED =
  'uploads and downloads answer 503 within 5 s and all else is served; recovery without a restart; nothing lost, doubled or reserved for ever';

/** An object store that answers 503 to everything. */
async function refusingStore(): Promise<Server> {
  const server = createServer((call, answer) => {
    call.resume().once('end', () => answer.writeHead(503).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

/** Downloads by hand: how many bytes came of how many, and whether the connection said that it was all. */
function download(url: string, token: string) {
  return new Promise<{ status: number; announced: number; bytes: number; isWhole: boolean }>(
    (resolve, reject) => {
      const headers = { Authorization: `Bearer ${token}` };
      const call = request(url, { headers, agent: false }, (answer) => {
        let bytes = 0;
        const announced = Number(answer.headers['content-length']);
        answer.on('data', (chunk: Buffer) => (bytes += chunk.length));
        answer.on('error', () => undefined);
        answer.once('close', () =>
          resolve({ status: answer.statusCode ?? 0, announced, bytes, isWhole: answer.complete }),
        );
      });
      call.once('error', reject);
      call.end();
    },
  );
}

describe('the object store', () => {
  let battery: BatteryStack;
  let proxy: TcpProxy;
  let load: Load;
  let storePort: () => number;

  beforeAll(async () => {
    if (REAL_REDIS === undefined) return;
    battery = await BatteryStack.start({
      passed: { EMAIL_VERIFICATION: 'off' },
      rewire: async (plan) => {
        storePort = () => plan.ports.objectStore;
        proxy = await TcpProxy.to(() => `http://127.0.0.1:${storePort()}`);
        plan.objectStore.endpoint = `http://${proxy.address}`;
      },
    });
    load = await Load.prepare(battery.gateways);
  }, 120_000);

  afterAll(async () => {
    await battery?.end();
    await proxy?.close();
  }, 30_000);

  /** @param fault breaks the store for a while and gives the moment it was back */
  function storeCase(id: string, done: string, fault: () => Promise<number>): void {
    const text = { done: `Object store ${done}, under load`, expected: EXPECTED };
    if (REAL_REDIS === undefined) return batteryCase.impossible(id, { ...text, reason: NO_REDIS });
    batteryCase(
      id,
      text,
      async (seen) => {
        load.begin();
        await load.answersFlow(ANSWERS_BETWEEN);
        const backAt = await fault();
        await load.answersFlow(ANSWERS_BETWEEN);
        const report = await load.finish();
        const back = report.recoveredAfter(backAt);
        seen(`${report.sentence()}; the last refused request began ${back} ms after it was back`);
        seen(`nothing reserved ${await untilReleased(battery.plan, RELEASED_WITHIN_MS)} ms later`);
        const kinds = new Set(report.failures.map(({ kind }) => kind));
        expect([...kinds].sort()).toEqual(['download', 'upload']);
        expect(report.failedOtherThan503).toEqual({});
        expect(report.isIntact).toBe(true);
        expect(report.worstFailureMs).toBeLessThan(REFUSED_WITHIN_MS);
        expect(back).toBeLessThan(REFUSED_WITHIN_MS);
        expect(battery.deaths.filter(({ name }) => name !== 'object-store')).toEqual([]);
      },
      180_000,
    );
  }

  storeCase('F8 a', `stopped for ${DOWN_MS / 1000} s, with uploads under way`, async () => {
    battery.stack.hold('object-store');
    await battery.endProcess('object-store', 'SIGKILL');
    await delay(DOWN_MS);
    battery.stack.release('object-store');
    await eventually(() => portAnswers(battery.plan.ports.objectStore));
    return performance.now();
  });

  storeCase('F8 b', `frozen for ${FROZEN_MS / 1000} s by SIGSTOP`, async () => {
    battery.signal('object-store', 'SIGSTOP');
    await delay(FROZEN_MS);
    battery.signal('object-store', 'SIGCONT');
    return performance.now();
  });

  storeCase('F8 c', `answering 503 for ${REFUSING_MS / 1000} s`, async () => {
    const refusing = await refusingStore();
    const back = storePort;
    storePort = () => (refusing.address() as AddressInfo).port;
    proxy.cut();
    await delay(REFUSING_MS);
    storePort = back;
    proxy.cut();
    refusing.close();
    return performance.now();
  });

  const dropped = {
    done: `the object store drops the connection in the middle of a download of ${FILE_BYTES / 1024 / 1024} MiB, ten times`,
    expected:
      'the download is seen as cut: never whole, never fewer bytes announced than the file has',
  };
  if (REAL_REDIS === undefined) batteryCase.impossible('F8 d', { ...dropped, reason: NO_REDIS });
  else {
    batteryCase('F8 d', dropped, async (seen) => {
      const owner = new Owner(battery.gateways, 0);
      await owner.signUp();
      const { project } = json<{ project: { id: string } }>(await owner.create('Cut', 'cut'));
      const uploaded = await owner.upload(project.id, 'large.jpg', jpeg(FILE_BYTES));
      expect(uploaded.status).toBe(201);
      const url = `${battery.gateways[0]}/api/download/${project.id}/large.jpg`;
      const cuts = [];
      for (let times = 0; times < 10; times += 1) {
        proxy.cutAfter(((times + 1) * FILE_BYTES) / 12);
        cuts.push(await download(url, owner.token));
      }
      const bytes = cuts.map((cut) => cut.bytes);
      seen(`10 of 10 ended early, after ${Math.min(...bytes)} to ${Math.max(...bytes)} bytes`);
      expect(cuts.filter(({ isWhole }) => isWhole)).toEqual([]);
      expect(new Set(cuts.map(({ announced }) => announced))).toEqual(new Set([FILE_BYTES]));
      const whole = await download(url, owner.token);
      expect(whole).toEqual({
        ...{ status: 200, announced: FILE_BYTES, bytes: FILE_BYTES },
        isWhole: true,
      });
      seen('the next one is whole');
    });
  }
});
