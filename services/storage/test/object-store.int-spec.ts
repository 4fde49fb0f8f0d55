import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

import { jest } from '@jest/globals';
import { INSTALLATION_OBJECT } from '@studiolo/contracts';
import { makeCertificates } from '@studiolo/testing/certificates';
import { duringTests } from '@studiolo/testing/during-tests';
import { environment } from '@studiolo/testing/environment';
import { listen } from '@studiolo/testing/listen';
import { newBucket } from '@studiolo/testing/new-bucket';
import { TcpProxy } from '@studiolo/testing/tcp-proxy';
import { temporaryFolder } from '@studiolo/testing/temporary-folder';
import { withPrograms } from '@studiolo/testing/with-programs';

import { ObjectStore } from '../src/object-store/object-store.js';
import { putBytes, signedPut } from './storage-under-test.js';

const MINUTE_MS = 60_000;
const folder = temporaryFolder(duringTests);
const ALL_BUT_DATE = [
  ...(['hrtime', 'performance', 'nextTick', 'queueMicrotask'] as const),
  ...(['setImmediate', 'setInterval', 'setTimeout'] as const),
  ...(['clearImmediate', 'clearInterval', 'clearTimeout'] as const),
];
const UNAVAILABLE = { code: 'UNAVAILABLE' };

describe('the object store', () => {
  const store = new ObjectStore(newBucket());

  beforeAll(() => store.ensureBucket());
  afterAll(() => store.onApplicationShutdown());

  async function put(bytes: Buffer, key: string = randomUUID()): Promise<string> {
    await putBytes(await signedPut(store, key, bytes), bytes);
    return key;
  }

  test('returns stored bytes, whole and in ranges', async () => {
    const bytes = randomBytes(300_000);
    const key = await put(bytes);
    const url = await store.presignGet(key, MINUTE_MS);
    const whole = await fetch(url);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await fetch(url, { headers: { range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
  });

  test('has the objects that were put, empty ones too, and no others', async () => {
    expect(await store.stat(await put(Buffer.alloc(0)))).toMatchObject({ size: 0 });
    expect(await store.stat(randomUUID())).toBeUndefined();
  });

  test('a URL to put an object is bound to its bytes and to a new object', async () => {
    const { url } = await signedPut(store, randomUUID(), randomBytes(10));
    const signed = new URL(url).searchParams.get('X-Amz-SignedHeaders');
    expect(signed).toBe('content-length;host;if-none-match;x-amz-checksum-sha256');
  });

  test('removes objects and ignores missing ones', async () => {
    const [kept, removed] = [await put(randomBytes(10)), await put(randomBytes(10))];
    await store.remove([removed, randomUUID()]);
    await store.remove([removed]);
    await store.remove([]);
    expect(await store.stat(removed)).toBeUndefined();
    expect(await store.stat(kept)).toMatchObject({ size: 10 });
  });

  test('lists objects in the order of their keys, after any key', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => put(randomBytes(1))));
    const listed = (await store.list()).map(({ key }) => key);
    expect(listed).toEqual([...listed].sort());
    expect(listed).toEqual(expect.arrayContaining(keys));
    const third = listed[2];
    expect((await store.list(third)).map(({ key }) => key)).toEqual(listed.slice(3));
    expect(await store.list(listed.at(-1))).toEqual([]);
  });

  test('lists every object when they do not fit a page', async () => {
    const large = new ObjectStore(newBucket());
    await large.ensureBucket();
    const [pageSize, atOnce] = [1000, 50];
    for (let count = 0; count < pageSize + atOnce; count += atOnce) {
      const puts = Array.from({ length: atOnce }, () =>
        signedPut(large, randomUUID(), Buffer.alloc(0)),
      );
      await Promise.all(puts.map(async (put) => putBytes(await put)));
    }
    const page = await large.list();
    expect(page).toHaveLength(pageSize);
    expect(await large.list(page.at(-1)?.key)).toHaveLength(atOnce);
    large.onApplicationShutdown();
  });

  test.each([-10, 10])(
    '[F14] accepts and returns bytes when our clock is %i minutes off',
    async (minutes) => {
      jest.useFakeTimers({ now: Date.now() + minutes * MINUTE_MS, doNotFake: ALL_BUT_DATE });
      try {
        await store.check();
        const key = await put(randomBytes(10));
        expect((await fetch(await store.presignGet(key, MINUTE_MS))).status).toBe(200);
      } finally {
        jest.useRealTimers();
        await store.check();
      }
    },
  );

  test('creates its bucket again without an error', async () => {
    await store.ensureBucket();
    expect(await store.check()).toBe(true);
  });

  test('is checked by one request for one object, whatever else it stores', async () => {
    const requests: string[] = [];
    const recorder = createServer(({ method, url }, response) => {
      requests.push(`${method} ${url}`);
      response.setHeader('etag', '"1"').setHeader('last-modified', new Date().toUTCString()).end();
    });
    const settings = { ...newBucket(), S3_ENDPOINT: `http://${await listen(recorder)}` };
    const recorded = new ObjectStore(settings);
    const isThere = await recorded.check();
    recorded.onApplicationShutdown();
    recorder.close();
    expect(isThere).toBe(true);
    expect(requests).toEqual([`HEAD /${settings.S3_BUCKET}/${INSTALLATION_OBJECT}`]);
  });

  withPrograms(test, 'openssl')(
    'is reached over TLS with a certificate of the authority that S3_CA names, and not otherwise',
    async () => {
      const { ca, server: certificate } = makeCertificates(folder());
      const server = createTlsServer(certificate, (_request, response) => {
        response.setHeader('etag', '"1"').setHeader('last-modified', new Date().toUTCString());
        response.end();
      });
      const settings = { ...newBucket(), S3_ENDPOINT: `https://${await listen(server)}` };
      const [trusting, other] = [
        new ObjectStore({ ...settings, S3_CA: ca }),
        new ObjectStore(settings),
      ];
      const results = await Promise.allSettled([trusting.check(), other.check()]);
      for (const one of [trusting, other]) one.onApplicationShutdown();
      server.close();
      expect(results).toMatchObject([
        { status: 'fulfilled', value: true },
        { status: 'rejected', reason: UNAVAILABLE },
      ]);
    },
  );

  test('is reached at an IPv6 address', async () => {
    const answers = createServer((_request, response) => response.writeHead(404).end());
    await once(answers.listen(0, '::1'), 'listening');
    const { port } = answers.address() as AddressInfo;
    const ipv6 = new ObjectStore({ ...newBucket(), S3_ENDPOINT: `http://[::1]:${port}` });
    const isThere = await ipv6.check();
    ipv6.onApplicationShutdown();
    answers.close();
    expect(isThere).toBe(false);
  });

  test('is unavailable without its bucket', async () => {
    const empty = new ObjectStore(newBucket());
    expect(await empty.check()).toBe(false);
    await expect(empty.list()).rejects.toMatchObject(UNAVAILABLE);
  });
});

describe('an object store that fails', () => {
  const proxy = duringTests(() => TcpProxy.to(() => environment('S3_ENDPOINT')));
  const isOverloaded = () =>
    proxy().answerAll('HTTP/1.1 503 Slow Down\r\nContent-Length: 4\r\n\r\nbusy');
  let store: ObjectStore;

  beforeAll(async () => {
    store = new ObjectStore({ ...newBucket(), S3_ENDPOINT: `http://${proxy().address}` });
    await store.ensureBucket();
  });
  afterAll(() => store.onApplicationShutdown());

  test.each<[string, () => void]>([
    ['refuses connections', () => proxy().refuse()],
    ['is frozen', () => proxy().freeze()],
    ['is overloaded', isOverloaded],
  ])(
    '[F8 c] because it %s refuses every call as unavailable, and works as soon as it is back',
    async (_what, fail) => {
      await store.check();
      fail();
      const calls = [store.check(), store.stat(randomUUID()), store.list()];
      const more = [store.remove([randomUUID()]), store.ensureBucket()];
      for (const result of await Promise.allSettled([...calls, ...more])) {
        expect(result).toMatchObject({ status: 'rejected', reason: UNAVAILABLE });
      }
      proxy().heal();
      expect(await store.check()).toBe(true);
    },
    15_000,
  );

  test('by overload for two hundred calls is usable again afterwards', async () => {
    isOverloaded();
    const calls = Array.from({ length: 200 }, () => store.stat(randomUUID()));
    await Promise.allSettled(calls);
    proxy().heal();
    await expect(store.stat(randomUUID())).resolves.toBeUndefined();
  }, 15_000);

  test('leaves the cause of the failure in the error', async () => {
    proxy().refuse();
    await expect(store.check()).rejects.toHaveProperty('cause.code', 'ECONNRESET');
    proxy().heal();
  });

  test('still signs URLs', async () => {
    proxy().refuse();
    expect(await store.presignGet(randomUUID(), MINUTE_MS)).toContain('X-Amz-Expires=60');
    proxy().heal();
  });
});
