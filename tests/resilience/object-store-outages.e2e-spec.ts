import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

import { portAnswers } from '@studiolo/infra/stack/readiness';
import { eventually } from '@studiolo/testing/eventually';
import { jpeg } from '@studiolo/testing/samples';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';

import { RunningStack } from '../support/running-stack.ts';
import { testOnRedis } from '../support/test-on-redis.ts';
import { Load } from './load/load.ts';
import { Owner } from './load/owner.ts';
import { untilReleased } from './support/admin.ts';

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
  let running: RunningStack;
  let proxy: TcpProxy;
  let load: Load;
  let storePort: () => number;

  beforeAll(async () => {
    running = await RunningStack.start({
      passed: { EMAIL_VERIFICATION: 'off' },
      rewire: async (plan) => {
        storePort = () => plan.ports.objectStore;
        proxy = await TcpProxy.to(() => `http://127.0.0.1:${storePort()}`);
        plan.objectStore.endpoint = `http://${proxy.address}`;
      },
    });
    load = await Load.prepare(running.gateways);
  }, 120_000);

  afterAll(async () => {
    await running?.end();
    await proxy?.close();
  }, 30_000);

  /** @param fault breaks the store for a while and gives the moment it was back */
  function storeCase(title: string, fault: () => Promise<number>): void {
    const run = async () => {
      const { report, recoveredMs } = await load.around(fault);
      await untilReleased(running.plan, RELEASED_WITHIN_MS);
      const kinds = new Set(report.failures.map(({ kind }) => kind));
      expect([...kinds].sort()).toEqual(['download', 'upload']);
      expect(report.failedOtherThan503).toEqual({});
      expect(report.damage).toEqual([]);
      expect(report.worstFailureMs).toBeLessThan(REFUSED_WITHIN_MS);
      expect(recoveredMs).toBeLessThan(REFUSED_WITHIN_MS);
      expect(running.deaths.filter(({ name }) => name !== 'object-store')).toEqual([]);
    };
    testOnRedis(`${title}, under load: ${EXPECTED}`, run, 180_000);
  }

  storeCase(
    `[F8 a] the object store stopped for ${DOWN_MS / 1000} s, with uploads under way`,
    async () => {
      running.stack.hold('object-store');
      await running.endProcess('object-store', 'SIGKILL');
      await delay(DOWN_MS);
      const [url] = running.gateways;
      expect((await fetch(`${url}/health/ready`)).status).toBe(200);
      const status = await fetch(`${url}/health/status`);
      expect(await status.json()).toMatchObject({ checks: { 'storage.object-store': 'down' } });
      running.stack.release('object-store');
      await eventually(() => portAnswers(running.plan.ports.objectStore));
      return performance.now();
    },
  );

  storeCase(`[F8 b] the object store frozen for ${FROZEN_MS / 1000} s by SIGSTOP`, async () => {
    running.signal('object-store', 'SIGSTOP');
    await delay(FROZEN_MS);
    running.signal('object-store', 'SIGCONT');
    return performance.now();
  });

  storeCase(`[F8 c] the object store answering 503 for ${REFUSING_MS / 1000} s`, async () => {
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

  testOnRedis(
    `[F8 d] the object store drops the connection in the middle of a download of ${FILE_BYTES / 1024 / 1024} MiB, ten times: the download is seen as cut: never whole, never fewer bytes announced than the file has`,
    async () => {
      const owner = new Owner(running.gateways);
      await owner.signUp();
      const projectId = await owner.api.newProject();
      const uploaded = await owner.upload(projectId, 'large.jpg', jpeg(FILE_BYTES));
      expect(uploaded.status).toBe(201);
      const url = `${running.gateways[0]}/api/download/${projectId}/large.jpg`;
      const cuts = [];
      for (let times = 0; times < 10; times += 1) {
        proxy.cutAfter(((times + 1) * FILE_BYTES) / 12);
        cuts.push(await download(url, owner.api.bearer));
      }
      expect(cuts.filter(({ isWhole }) => isWhole)).toEqual([]);
      expect(new Set(cuts.map(({ announced }) => announced))).toEqual(new Set([FILE_BYTES]));
      const whole = await download(url, owner.api.bearer);
      expect(whole).toEqual({
        ...{ status: 200, announced: FILE_BYTES, bytes: FILE_BYTES },
        isWhole: true,
      });
    },
  );
});
