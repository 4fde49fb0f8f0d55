import { jest } from '@jest/globals';
import { Controller, Logger } from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload, RpcException } from '@nestjs/microservices';
import { duringTests } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { redisKinds } from '@studiolo/testing/redis-process';
import type { ChainableCommander } from 'ioredis';
import { lastValueFrom } from 'rxjs';

import { RedisStreamsContext, StreamRecord } from '../src/index.js';
import { callerDuringTests, connectedClient, readyReplica, TestClient } from './support/service.js';

interface Seen {
  readonly service: string;
  readonly data: unknown;
  readonly messageId: string;
  readonly attempt: number;
}

const seen: Seen[] = [];
let failuresLeft = 0;
let triesInVain = 0;

function isUnavailable(cause: unknown): boolean {
  const { code } = cause as { code?: string };
  if (code === 'ODD') throw new Error('not known');
  return code === 'AWAY';
}

function handlersOf(service: string) {
  @Controller()
  class Listener {
    @MessagePattern('crowded.ask')
    ask(): string {
      return 'answered';
    }

    @EventPattern<string>('order.finished')
    finished(@Payload() data: unknown, @Ctx() context: RedisStreamsContext): void {
      const [messageId, attempt] = [context.getMessageId(), context.getAttempt()];
      seen.push({ service, data, messageId, attempt });
    }

    @EventPattern<string>('order.endless')
    endless(@Payload() data: unknown, @Ctx() context: RedisStreamsContext): never {
      this.finished(data, context);
      const endless: Record<string, unknown> = { code: data };
      endless.self = endless;
      throw new RpcException(endless);
    }

    @EventPattern<string>('order.flaky')
    async flaky(@Payload() data: unknown, @Ctx() context: RedisStreamsContext): Promise<void> {
      this.finished(data, context);
      await Promise.resolve();
      if ((triesInVain -= 1) >= 0) throw new RpcException({ code: 'AWAY' });
      if ((failuresLeft -= 1) >= 0) throw new RpcException({ message: 'the account is locked' });
    }
  }
  return Listener;
}

describe.each(redisKinds)('events on %s', (kind) => {
  const rig = callerDuringTests(kind, {
    eventRoutes: {
      'order.finished': ['billing', 'invoices'],
      'order.endless': ['billing'],
      'order.flaky': ['billing'],
      'order.unhandled': ['billing'],
    },
  });

  for (const service of ['billing', 'billing', 'invoices'])
    duringTests(() =>
      readyReplica(handlersOf(service), {
        redisUrl: rig.redis.url,
        service,
        maxEventAttempts: 3,
        eventRetryBaseMs: 20,
        isUnavailable,
      }),
    );

  beforeEach(() => {
    seen.length = 0;
    failuresLeft = 0;
    triesInVain = 0;
  });

  const emit = (pattern: string, data: unknown) => rig.client.tell(pattern, data);
  const commands = () => rig.client.commands;
  const untilNothingIsLeft = () => rig.client.untilNothingIsLeft('events', 'billing');
  const deadLetters = () => commands().xrange('rpc:{billing}:dead-letters', '-', '+');

  /** Waits for the only dead letter and deletes it; returns its fields. */
  async function takeDeadLetter(): Promise<string[]> {
    await eventually(async () => expect(await deadLetters()).toHaveLength(1));
    const [[entryId, fields]] = (await deadLetters()) as [[string, string[]]];
    await commands().xdel('rpc:{billing}:dead-letters', entryId);
    return fields;
  }

  it('reach one replica of every consuming service', async () => {
    await emit('order.finished', { order: 1 });
    await eventually(() => expect(seen).toHaveLength(2));
    expect(seen.map(({ service }) => service).sort()).toEqual(['billing', 'invoices']);
    expect(new Set(seen.map(({ messageId }) => messageId)).size).toBe(1);
    await untilNothingIsLeft();
  });

  it('carry the message id they were sent with, so that a consumer can tell duplicates', async () => {
    const record = new StreamRecord({ order: 2 }, { messageId: 'outbox-1' });
    await emit('order.flaky', record);
    await emit('order.flaky', record);
    await eventually(() => expect(seen).toHaveLength(2));
    expect(seen.map(({ messageId }) => messageId)).toEqual(['outbox-1', 'outbox-1']);
  });

  it('are tried again until they succeed', async () => {
    failuresLeft = 2;
    await emit('order.flaky', { order: 3 });
    await eventually(() => expect(seen).toHaveLength(3));
    expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    await untilNothingIsLeft();
    expect(await deadLetters()).toEqual([]);
  });

  it('are parked after the last try with their reason, while others pass', async () => {
    failuresLeft = 3;
    await emit('order.flaky', { order: 4 });
    await emit('order.finished', { order: 5 });
    const fields = await takeDeadLetter();
    expect(fields).toEqual(expect.arrayContaining(['b', '{}\n{"order":4}', 'attempts', '3']));
    expect(fields.join()).toContain('the account is locked');
    await eventually(() =>
      expect(seen.filter(({ data }) => (data as { order: number }).order === 5)).toHaveLength(2),
    );
    await untilNothingIsLeft();
  });

  it.each([
    [
      'no JSON can express what their handler threw',
      ['ENDLESS'],
      "{ code: [ 'ENDLESS' ], self: [",
      0,
    ],
    ['what they threw has a code and somebody’s data', 'LOCKED', 'reason,LOCKED,attempts', 0],
    ['isUnavailable throws, which is logged', 'ODD', 'no replica survived it', 3],
  ])('are parked after the last try although %s', async (_what, code, reason, logged) => {
    using log = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
    await emit('order.endless', code);
    expect((await takeDeadLetter()).join()).toContain(reason);
    expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    expect(log.mock.calls.filter(([line]) => line instanceof Error)).toHaveLength(logged);
    await untilNothingIsLeft();
  });

  it('are tried again, without counting, as long as something they need cannot be reached', async () => {
    triesInVain = 4;
    failuresLeft = 2;
    await emit('order.flaky', { order: 9 });
    await eventually(() => expect(seen).toHaveLength(7));
    expect(seen.map(({ attempt }) => attempt)).toEqual([...Array<number>(5).fill(1), 2, 3]);
    await untilNothingIsLeft();
    expect(await deadLetters()).toEqual([]);
  });

  it('are parked at once when no handler knows them', async () => {
    await emit('order.unhandled', { order: 6 });
    await takeDeadLetter();
    await untilNothingIsLeft();
  });

  it('that wait for their next try hold back further events, but no requests', async () => {
    failuresLeft = 1_000;
    const service = 'crowded';
    const replica = await rig.replica(handlersOf(service), { service, eventRetryBaseMs: 60_000 });
    const add = (pipeline: ChainableCommander, pattern: string) =>
      pipeline.xadd(
        'rpc:{crowded}:events',
        '*',
        'h',
        JSON.stringify({ id: '1', pattern }),
        'b',
        '{}\n1',
      );
    const failing = commands().pipeline();
    for (let n = 0; n < 1_000; n += 1) add(failing, 'order.flaky');
    await failing.exec();
    await eventually(() => expect(replica.server.stats().waitingRetries).toBe(1_000));
    seen.length = 0;
    await add(commands().pipeline(), 'order.finished').exec();
    expect(await rig.client.ask('crowded.ask')).toBe('answered');
    await eventually(() =>
      expect(replica.server.stats().queues.event).toMatchObject({ depth: 1_001, pending: 1_000 }),
    );
    expect(seen).toEqual([]);
  });

  it('that wait for their next try are left to a peer that has taken them, as long as it lives', async () => {
    failuresLeft = 1;
    const service = 'taken';
    const replica = await rig.replica(handlersOf(service), { service, eventRetryBaseMs: 1_000 });
    const eventRoutes = { 'order.flaky': [service] };
    using sender = await connectedClient({ redisUrl: rig.redis.url, eventRoutes });
    await sender.tell('order.flaky');
    await eventually(() => expect(replica.server.stats().waitingRetries).toBe(1));
    const [[entryId] = ['']] = await commands().xrange('rpc:{taken}:events', '-', '+');
    await eventually(async () => {
      await commands().xclaim('rpc:{taken}:events', service, 'a peer', 0, entryId, 'JUSTID');
      expect(replica.server.stats().waitingRetries).toBe(0);
    });
    await eventually(() => expect(seen).toHaveLength(2));
    expect(replica.server.stats().redelivered).toBe(1);
  });

  it('that were delivered to a replica and never arrived run, even after it has parked others', async () => {
    const stream = 'rpc:{invoices}:events';
    const entry = (pattern: string) => [
      'h',
      JSON.stringify({ id: pattern, pattern }),
      'b',
      '{}\n{}',
    ];
    await commands().xadd(stream, '*', ...entry('order.unhandled'));
    const parked = async () => expect(await commands().xlen('rpc:{invoices}:dead-letters')).toBe(1);
    await eventually(parked);
    const [[, replica]] = (await commands().xinfo('CONSUMERS', stream, 'invoices')) as [string[]];
    // In a transaction, so that the replica's own read does not get it.
    const lost = commands()
      .multi()
      .xadd(stream, '*', ...entry('order.finished'));
    await lost.xreadgroup('GROUP', 'invoices', replica ?? '', 'STREAMS', stream, '>').exec();
    await eventually(() => expect(seen).toMatchObject([{ service: 'invoices', attempt: 2 }]));
  });

  it('that one service of their route cannot store are UNAVAILABLE, for its reason', async () => {
    await commands().set('rpc:{misused}:events', 'no stream');
    const eventRoutes = { 'order.finished': ['billing', 'misused'] };
    using sender = await connectedClient({ redisUrl: rig.redis.url, eventRoutes });
    const message = expect.stringContaining('WRONGTYPE') as string;
    const reason = { code: 'UNAVAILABLE', cause: { message } };
    await expect(sender.tell('order.finished')).rejects.toMatchObject(reason);
  });

  it('cannot be sent without a route, and one without consumers needs not even Redis', async () => {
    await expect(emit('order.unrouted', {})).rejects.toMatchObject({ code: 'NO_ROUTE' });
    const redisUrl = 'redis://127.0.0.1:1';
    const eventRoutes = { 'order.private': [] };
    using away = new TestClient({ redisUrl, eventRoutes, unavailableAfterMs: 100 });
    const stored = lastValueFrom(away.emit('order.private', {}), { defaultValue: 'stored' });
    await expect(stored).resolves.toBeUndefined();
  });
});
