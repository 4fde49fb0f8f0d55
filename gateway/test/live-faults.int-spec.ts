import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import { type LiveNotice, sessionCacheKey } from '@studiolo/contracts';
import { LivePublisher } from '@studiolo/service-kit';
import { EventStream } from '@studiolo/testing/event-stream';
import { eventually } from '@studiolo/testing/eventually';
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { Redis } from 'ioredis';

import { signToken, TestGateway } from './support/test-gateway.js';

const OWNERS = 10;
const PAUSE_MS = 20;

type Replica = Awaited<ReturnType<typeof TestGateway.replica>>;

let redis: RedisProcess;
let connection: Redis;
let gateways: Replica[];

/** An owner whose page reconnects to any gateway from its last position whenever its stream is cut. */
class Owner {
  readonly id = randomUUID();
  readonly changed: string[] = [];
  /** Changes that the page knows: those it was sent, and all that existed when it reloaded everything. */
  readonly known = new Set<string>();
  readonly told: string[] = [];
  private readonly sessionId = randomUUID();
  private stream: EventStream | undefined;
  private cursor: string | undefined;
  private isStopped = false;

  keepSession(): Promise<unknown> {
    return connection.set(sessionCacheKey(this.sessionId), this.id);
  }

  get isFollowing(): boolean {
    return this.stream?.hasEnded === false && this.cursor !== undefined;
  }

  stop(): void {
    this.isStopped = true;
    this.stream?.close();
  }

  async follow(): Promise<void> {
    const token = await signToken({ sub: this.id, sid: this.sessionId });
    for (let turn = 0; !this.isStopped; turn += 1) {
      const url = gateways[turn % gateways.length]?.url ?? '';
      const lastEventId = this.cursor;
      this.stream = await EventStream.open(url, {
        token,
        ...(lastEventId !== undefined && { lastEventId }),
      }).catch(() => undefined);
      if (this.stream) await this.read(this.stream);
      await delay(PAUSE_MS);
    }
  }

  private async read(stream: EventStream): Promise<void> {
    for (let read = 0; !stream.hasEnded || read < stream.events.length;) {
      const event = stream.events[read];
      if (!event) {
        await delay(PAUSE_MS);
        continue;
      }
      read += 1;
      if (event.event === 'reset') for (const id of this.changed) this.known.add(id);
      const { project_id: projectId } = event.data;
      if (typeof projectId === 'string') this.told.push(projectId);
      if (typeof projectId === 'string') this.known.add(projectId);
      this.cursor = event.id ?? this.cursor;
    }
  }

  /** Records a change and publishes it as an outbox does: repeatedly under one id until Redis has accepted it. */
  async change(): Promise<void> {
    const projectId = randomUUID();
    this.changed.push(projectId);
    const change = { kind: 'project', action: 'created', project_id: projectId } as const;
    const notice: LiveNotice = {
      ownerId: this.id,
      change: { ...change, at: new Date().toISOString() },
    };
    const id = randomUUID();
    await eventually(() => new LivePublisher(connection).publish(notice, id));
    await delay(PAUSE_MS);
  }
}

describe.each(redisKinds)('with %s', (kind) => {
  const start = () => TestGateway.replica(0, { REDIS_URL: redis.url });

  beforeEach(async () => {
    redis = await RedisProcess.start(kind);
    connection = new Redis(redis.url, { maxRetriesPerRequest: 1 });
    connection.on('error', () => undefined);
    gateways = await Promise.all([start(), start()]);
  });
  afterEach(async () => {
    await Promise.all(gateways.map((gateway) => gateway.close()));
    connection.disconnect();
    await redis.stop();
  });

  test('while gateways end and Redis loses its data, no page misses a change or receives somebody else’s', async () => {
    const owners = Array.from({ length: OWNERS }, () => new Owner());
    const keepSessions = () => Promise.all(owners.map((owner) => owner.keepSession()));
    await keepSessions();
    const following = owners.map((owner) => owner.follow());
    const allFollow = () =>
      eventually(() => expect(owners.every(({ isFollowing }) => isFollowing)).toBe(true));
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

    for (const { changed, known, told } of owners) {
      await eventually(() => expect(changed.filter((id) => !known.has(id))).toEqual([]));
      expect(told.filter((id) => !changed.includes(id))).toEqual([]);
    }
    owners.forEach((owner) => owner.stop());
    await Promise.all(following);
  });
});
