import { Controller } from '@nestjs/common';
import { Ctx, MessagePattern } from '@nestjs/microservices';
import { redisKinds } from '@studiolo/testing/redis-process';
import { lastValueFrom, throwError } from 'rxjs';

import { RedisStreamsContext, RedisStreamsServer, StreamRecord } from '../src/index.js';
import { EchoController, heard } from './support/echo.controller.js';
import { serviceDuringTests } from './support/service.js';

@Controller()
class FactsController {
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

describe.each(redisKinds)('requests on %s', (kind) => {
  const rig = serviceDuringTests(kind, [EchoController, FactsController]);

  it('gives each of many requests to one replica only', async () => {
    heard.length = 0;
    await rig.replica(EchoController);
    const numbers = Array.from({ length: 200 }, (_, at) => at);
    const answers = numbers.map((number) => rig.client.ask('orders.echo', number));
    expect(await Promise.all(answers)).toEqual(numbers);
    expect(heard).toHaveLength(200);
  });

  it('tells the handler message id, attempt, deadline and metadata', async () => {
    const record = new StreamRecord(
      { any: 1 },
      { messageId: 'upload-7', timeoutMs: 3_000, metadata: { requestId: 'r-1' } },
    );
    const { remainingMs, ...facts } = await rig.client.ask<{ remainingMs: number }>(
      'orders.facts',
      record,
    );
    const [messageId, pattern] = ['upload-7', 'orders.facts'];
    expect(facts).toEqual({ messageId, pattern, attempt: 1, metadata: { requestId: 'r-1' } });
    expect(remainingMs).toBeGreaterThan(0);
    // Both read the clock of Redis, as exactly as a busy machine allows.
    expect(remainingMs).toBeLessThan(3_500);
  });

  it('answers an unknown pattern with an error at once', async () => {
    await expect(rig.client.ask('orders.unheard-of')).rejects.toBe(
      'There is no matching message handler defined in the remote service.',
    );
  });

  it('fails a request that Redis refuses at once, and answers the others of its tick', async () => {
    await rig.client.commands.set('rpc:{misused}:requests', 'no stream');
    const send = (pattern: string) => rig.client.ask(pattern, 1);
    const refused = { code: 'UNAVAILABLE', message: 'Redis refused misused.echo' };
    await expect(send('misused.echo')).rejects.toMatchObject(refused);
    expect(
      await Promise.allSettled(['orders.echo', 'misused.echo', 'orders.echo'].map(send)),
    ).toMatchObject([{ value: 1 }, { reason: refused }, { value: 1 }]);
  });

  it('serves handlers that were added without Nest', async () => {
    const server = new RedisStreamsServer({ redisUrl: rig.redis.url, service: 'bare' });
    server.addHandler('bare.echo', (data) => Promise.resolve(data));
    server.addHandler('bare.fail', () => Promise.reject(new RangeError('none left')));
    server.addHandler('bare.crash', () => lastValueFrom(throwError(() => undefined)));
    server.listen(() => undefined);
    const ask = (pattern: string) => rig.client.ask(pattern, { n: 1 });
    expect(await ask('bare.echo')).toEqual({ n: 1 });
    await expect(ask('bare.fail')).rejects.toEqual({});
    const unknown = { status: 'error', message: 'Internal server error' };
    await expect(ask('bare.crash')).rejects.toEqual(unknown);
    await server.close();
  });
});
