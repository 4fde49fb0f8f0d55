import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { makeCertificates } from '@studiolo/testing/certificates';
import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { type RedisCluster, startRedisCluster } from '@studiolo/testing/redis-cluster';
import { describeNative } from '@studiolo/testing/redis-process';

import { DeadLetters } from '../src/index.js';
import { connectedClient, readyReplica, type TestClient } from './support/service.js';

const SERVICES = ['orders', 'billing', 'shipping'] as const;
type ServiceName = (typeof SERVICES)[number];
const KEYS: Record<ServiceName, string> = {
  orders: 'rpc:{orders}:requests',
  billing: 'rpc:{billing}:requests',
  shipping: 'rpc:{shipping}:requests',
};
const eventRoutes = { 'order.placed': ['billing', 'shipping'] };
const DEADLINE_MS = 5_000;
const CALLERS = 8;

/** What each service has heard of. */
const heard: Record<string, unknown[]> = { billing: [], shipping: [] };

function controllerOf(service: ServiceName) {
  @Controller()
  class Handlers {
    @MessagePattern(`${service}.echo`)
    echo(@Payload() value: unknown): unknown {
      return value;
    }

    @EventPattern<string>('order.placed')
    placed(@Payload() value: unknown): void {
      heard[service]?.push(value);
    }
  }
  return Handlers;
}

/** Two replicas of each service, and their caller. */
async function startServices(redisUrl: string, redisCa?: string) {
  const replicas = await Promise.all(
    [...SERVICES, ...SERVICES].map((service) =>
      readyReplica(controllerOf(service), { service, redisUrl, redisCa, signingKey: 'a key' }),
    ),
  );
  const client = await connectedClient({
    ...{ redisUrl, redisCa, eventRoutes, signingKey: 'a key' },
    timeoutMs: DEADLINE_MS,
  });
  return {
    client,
    async [Symbol.asyncDispose](): Promise<void> {
      client.close();
      await Promise.all(replicas.map((replica) => replica.close()));
    },
  };
}

interface Ended {
  /** `answered`, or the message of the error. */
  readonly outcome: string;
  readonly beganAt: number;
  readonly tookMs: number;
}

/** Calls every service without pause while something happens, and a moment longer. */
async function callsAround(client: TestClient, happen: () => Promise<unknown>): Promise<Ended[]> {
  const ended: Ended[] = [];
  let isOver = false;
  let count = 0;
  const caller = async (service: ServiceName) => {
    while (!isOver) {
      const value = (count += 1);
      const beganAt = performance.now();
      const outcome = await client
        .ask(`${service}.echo`, value)
        .then((answer) => (answer === value ? 'answered' : 'answered wrongly'))
        .catch((error: Error) => error.message);
      ended.push({ outcome, beganAt, tookMs: performance.now() - beganAt });
      await pause(5);
    }
  };
  const callers = SERVICES.flatMap((service) =>
    Array.from({ length: CALLERS }, () => caller(service)),
  );
  await eventually(() => expect(ended.length).toBeGreaterThan(100));
  await happen();
  const soFar = ended.length;
  await eventually(() => expect(ended.length).toBeGreaterThan(soFar + 500));
  isOver = true;
  await Promise.all(callers);
  return ended;
}

describeNative('on a Redis Cluster', () => {
  const cluster = duringTests(() => startRedisCluster(), { withinMs: 60_000 });
  const services = duringTests(() => startServices(cluster().url), { withinMs: 60_000 });
  const client = () => services().client;
  const ask = (service: ServiceName, value: unknown) => client().ask(`${service}.echo`, value);

  it('each service is answered, and the streams lie on several nodes', async () => {
    for (const service of SERVICES) expect(await ask(service, service)).toBe(service);
    const ports = await Promise.all(
      Object.values(KEYS).map(async (key) => (await cluster().primaryOf(key)).port),
    );
    expect(new Set(ports).size).toBeGreaterThan(1);
  });

  it('calls of one turn of the event loop to several services are all answered', async () => {
    const calls = Array.from({ length: 60 }, (_, at) => ask(SERVICES[at % 3] ?? 'orders', at));
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 60 }, (_, at) => at));
  });

  it('an event reaches every consumer', async () => {
    await client().tell('order.placed', 'first');
    await eventually(() => expect(heard).toEqual({ billing: ['first'], shipping: ['first'] }));
  });

  it('dead letters are found on the node of their service', async () => {
    const node = await cluster().primaryOf(KEYS.orders);
    await node.run((redis) => redis.xadd('rpc:{orders}:dead-letters', '*', 'h', '{}', 'b', ''));
    await node.run(async (redis) => {
      expect(await DeadLetters.services(redis)).toEqual(['orders']);
      expect(await new DeadLetters(redis, 'orders').drop('all')).toBe(1);
    });
  });

  it('every call is answered in time while a slot moves to another node', async () => {
    const ended = await callsAround(client(), () => cluster().moveSlotOf(KEYS.orders));
    expect(ended.filter(({ outcome }) => outcome !== 'answered')).toEqual([]);
    await client().tell('order.placed', 'moved');
    await eventually(() => expect(heard.billing).toContain('moved'));
  });

  it('every call is answered or refused in time when a primary is killed, and all are after 2 s', async () => {
    let killedAt = 0;
    const ended = await callsAround(client(), async () => {
      killedAt = performance.now();
      await cluster().killPrimaryOf(KEYS.orders);
      for (const value of ['at', 'after'])
        await eventually(() => client().tell('order.placed', value));
    });
    const failed = ended.filter(({ outcome }) => outcome !== 'answered');
    expect(ended.filter(({ tookMs }) => tookMs > DEADLINE_MS + 500)).toEqual([]);
    expect(failed.filter(({ beganAt, tookMs }) => beganAt + tookMs > killedAt + 2_000)).toEqual([]);
    await eventually(() => expect(heard.shipping).toEqual(expect.arrayContaining(['at', 'after'])));
  });
});

describeNative('on a Redis Cluster with TLS and a user of few rights', () => {
  const folder = duringTests(() => mkdtempDisposable(join(tmpdir(), 'cluster-')));
  const certificates = duringTests(() => makeCertificates(folder().path));
  const cluster = duringTests(() => startRedisCluster(certificates()), { withinMs: 60_000 });

  it('each service is answered', async () => {
    await allow(
      cluster(),
      'resetchannels -@all ~rpc:* &rpc:* +@read +@write +@pubsub +@scripting +@transaction +@connection +info +time +cluster|slots +cluster|keyslot',
    );
    const url = cluster().url.replace('://', '://limited:secret@');
    await using services = await startServices(url, certificates().ca);
    const { client } = services;
    for (const service of SERVICES) expect(await client.ask(`${service}.echo`, 1)).toBe(1);
    await cluster().killPrimaryOf(KEYS.billing);
    await eventually(async () => expect(await client.ask('billing.echo', 2)).toBe(2));
  });
});

/** Makes a user; the nodes of a cluster do not tell each other of theirs. */
async function allow({ nodes }: RedisCluster, rights: string): Promise<void> {
  for (const { process } of nodes)
    await process.run((redis) =>
      redis.acl('SETUSER', 'limited', 'on', '>secret', ...rights.split(' ')),
    );
}
