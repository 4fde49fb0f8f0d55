import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern, Payload } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { firstValueFrom, lastValueFrom, throwError } from 'rxjs';

import {
  RedisStreamsClient,
  RedisStreamsContext,
  RedisStreamsServer,
  StreamRecord,
} from '../src/index.js';
import { connectedClient, readyReplica, type RunningService } from './support/service.js';

let runs = 0;

@Controller()
class EchoController {
  @MessagePattern('orders.echo')
  echo(@Payload() data: unknown): unknown {
    runs += 1;
    return data;
  }

  @MessagePattern('orders.facts')
  facts(@Ctx() context: RedisStreamsContext): unknown {
    return {
      messageId: context.getMessageId(),
      pattern: context.getPattern(),
      attempt: context.getAttempt(),
      remainingMs: (context.getDeadline() ?? 0) - Date.now(),
      metadata: context.getMetadata(),
    };
  }
}

interface Facts {
  messageId: string;
  pattern: string;
  attempt: number;
  remainingMs: number;
  metadata: Record<string, string>;
}

describe.each(redisKinds)('requests on %s', (kind) => {
  let redis: RedisProcess;
  let replicas: RunningService[];
  let client: RedisStreamsClient;

  beforeAll(async () => {
    redis = await RedisProcess.start(kind);
    replicas = await Promise.all(
      [1, 2].map(() => readyReplica(EchoController, { redisUrl: redis.url })),
    );
    client = await connectedClient({ redisUrl: redis.url });
  });

  afterAll(async () => {
    client.close();
    await Promise.all(replicas.map((replica) => replica.close()));
    await redis.stop();
  });

  it('answers with what the handler returned', async () => {
    const payload = { title: 'Chair ☂', sizes: [1, 2], nothing: null };
    expect(await firstValueFrom(client.send('orders.echo', payload))).toEqual(payload);
  });

  it('gives each of many requests to one replica only', async () => {
    runs = 0;
    const numbers = Array.from({ length: 200 }, (_, at) => at);
    const answers = await Promise.all(
      numbers.map((number) => firstValueFrom(client.send<number>('orders.echo', number))),
    );
    expect(answers).toEqual(numbers);
    expect(runs).toBe(200);
  });

  it('tells the handler message id, attempt, deadline and metadata', async () => {
    const record = new StreamRecord(
      { any: 1 },
      { messageId: 'upload-7', timeoutMs: 3_000, metadata: { requestId: 'r-1' } },
    );
    const facts = await firstValueFrom(client.send<Facts>('orders.facts', record));
    expect(facts).toMatchObject({
      messageId: 'upload-7',
      pattern: 'orders.facts',
      attempt: 1,
      metadata: { requestId: 'r-1' },
    });
    expect(facts.remainingMs).toBeGreaterThan(0);
    // Both read the clock of Redis, as exactly as a busy machine allows.
    expect(facts.remainingMs).toBeLessThan(3_500);
  });

  it('gives every request without a message id one of its own', async () => {
    const [first, second] = await Promise.all(
      [1, 2].map((data) => firstValueFrom(client.send<Facts>('orders.facts', data))),
    );
    expect(first?.messageId).not.toBe(second?.messageId);
  });

  it('answers an unknown pattern with an error at once', async () => {
    await expect(lastValueFrom(client.send('orders.unheard-of', {}))).rejects.toBe(
      'There is no matching message handler defined in the remote service.',
    );
  });

  it('fails a request that Redis refuses at once, and answers the others of its tick', async () => {
    await client.unwrap()[0].set('rpc:misused:requests', 'no stream');
    const send = (pattern: string) => lastValueFrom(client.send(pattern, 1));
    const refused = { code: 'UNAVAILABLE', message: 'Redis refused misused.echo' };
    await expect(send('misused.echo')).rejects.toMatchObject(refused);
    expect(
      await Promise.allSettled(['orders.echo', 'misused.echo', 'orders.echo'].map(send)),
    ).toMatchObject([{ value: 1 }, { reason: refused }, { value: 1 }]);
  });

  it('sends the first request of a client as soon as that has connected', async () => {
    const fresh = new RedisStreamsClient({ redisUrl: redis.url, unavailableAfterMs: 30_000 });
    expect(await firstValueFrom(fresh.send('orders.echo', 1))).toBe(1);
    fresh.close();
  });

  it('gives a handler null for the data that a record leaves out', async () => {
    expect(
      await firstValueFrom(client.send('orders.echo', new StreamRecord(undefined))),
    ).toBeNull();
  });

  it('serves handlers that were added without Nest', async () => {
    const server = new RedisStreamsServer({ redisUrl: redis.url, service: 'bare' });
    server.addHandler('bare.echo', (data) => Promise.resolve(data));
    server.addHandler('bare.fail', () => Promise.reject(new RangeError('none left')));
    server.addHandler('bare.crash', () => lastValueFrom(throwError(() => undefined)));
    server.listen(() => undefined);
    const ask = (pattern: string) => lastValueFrom(client.send(pattern, { n: 1 }));
    expect(await ask('bare.echo')).toEqual({ n: 1 });
    await expect(ask('bare.fail')).rejects.toEqual({});
    const unknown = { status: 'error', message: 'Internal server error' };
    await expect(ask('bare.crash')).rejects.toEqual(unknown);
    await server.close();
  });

  it('leaves nothing behind in Redis once everything is answered', async () => {
    await firstValueFrom(client.send('orders.echo', 1));
    const [commands] = client.unwrap();
    await eventually(async () => {
      expect(await commands.xlen('rpc:orders:requests')).toBe(0);
      expect(await commands.xpending('rpc:orders:requests', 'orders', '-', '+', 10)).toEqual([]);
    });
  });
});
