import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { type LiveNotice, sessionCacheKey } from '@studiolo/contracts';
import { publishNotice } from '@studiolo/service-kit';
import { eventually } from '@studiolo/testing/eventually';
import { LivePage } from '@studiolo/testing/live-page';
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { Redis } from 'ioredis';

import { FakeServices } from './support/fake-services.js';
import { SIGNING_KEY, signToken, TestGateway } from './support/test-gateway.js';

const OWNERS = 10;
const PAUSE_MS = 20;

type Replica = Awaited<ReturnType<typeof TestGateway.replica>>;

let redis: RedisProcess;
let connection: Redis;
let services: FakeServices;
let gateways: Replica[];

/** Somebody who changes projects and has a page open. */
class Owner {
  readonly changed: string[] = [];
  readonly page: LivePage;
  private readonly id: string;
  private readonly sessionId: string;

  private constructor(id: string, sessionId: string, token: string) {
    this.id = id;
    this.sessionId = sessionId;
    this.page = new LivePage({
      token,
      gateways: () => gateways.map(({ url }) => url),
      readAll: () => this.changed,
      pauseMs: PAUSE_MS,
    });
  }

  static async signIn(): Promise<Owner> {
    const [sub, sid] = [randomUUID(), randomUUID()];
    const owner = new Owner(sub, sid, await signToken({ sub, sid }));
    await owner.keepSession();
    return owner;
  }

  keepSession(): Promise<unknown> {
    return connection.set(sessionCacheKey(this.sessionId), this.id);
  }

  /** Records a change and publishes it as an outbox does: repeatedly until Redis has accepted it. */
  async change(): Promise<void> {
    const projectId = randomUUID();
    this.changed.push(projectId);
    const change = { kind: 'project', action: 'created', project_id: projectId } as const;
    const notice: LiveNotice = {
      userId: this.id,
      change: { ...change, at: new Date().toISOString() },
    };
    await eventually(() => publishNotice(connection, notice));
    await delay(PAUSE_MS);
  }
}

describe.each(redisKinds)('with %s', (kind) => {
  const start = () => TestGateway.replica(0, { REDIS_URL: redis.url });

  beforeEach(async () => {
    redis = await RedisProcess.start(kind);
    connection = new Redis(redis.url, { maxRetriesPerRequest: 1 });
    connection.on('error', () => undefined);
    services = new FakeServices(redis.url, SIGNING_KEY);
    gateways = await Promise.all([start(), start()]);
  });
  afterEach(async () => {
    await Promise.all(gateways.map((gateway) => gateway.close()));
    await services.stop();
    connection.disconnect();
    await redis.stop();
  });

  test('while gateways end and Redis loses its data, no page misses a change or receives somebody else’s', async () => {
    const owners = await Promise.all(Array.from({ length: OWNERS }, () => Owner.signIn()));
    const keepSessions = () => Promise.all(owners.map((owner) => owner.keepSession()));
    const following = owners.map(({ page }) => page.run());
    const allFollow = () =>
      eventually(() => expect(owners.every(({ page }) => page.isOpen)).toBe(true));
    await allFollow();

    let isOver = false;
    const changing = owners.map(async (owner) => {
      while (!isOver) await owner.change();
    });
    for (const index of [0, 1]) {
      await gateways[index]?.close();
      gateways[index] = await start();
    }
    await redis.kill();
    await redis.launch();
    await eventually(keepSessions);
    await allFollow();
    await gateways[0]?.close();
    gateways[0] = await start();
    isOver = true;
    await Promise.all(changing);

    for (const { changed, page } of owners) {
      const isKnown = (id: string) => page.told.has(id) || page.found.has(id);
      await eventually(() => expect(changed.filter((id) => !isKnown(id))).toEqual([]));
      expect([...page.told.keys()].filter((id) => !changed.includes(id))).toEqual([]);
      page.stop();
    }
    await Promise.all(following);
  });
});
