import { jest } from '@jest/globals';
import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { describeNative, redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { firstValueFrom, lastValueFrom } from 'rxjs';

import { RedisStreamsClient, RedisStreamsServer, StreamRecord } from '../src/index.js';
import { EchoController, heard } from './support/echo.controller.js';
import {
  callerDuringTests,
  connectedClient,
  countOf,
  readyReplica,
  startReplica,
} from './support/service.js';

let finish: () => void = () => undefined;

@Controller()
class SlowController {
  @MessagePattern('orders.slow')
  async slow(@Payload() data: unknown): Promise<string> {
    heard.push(data);
    await new Promise<void>((resolve) => (finish = resolve));
    return 'done';
  }
}

@Controller()
class FailingController {
  @EventPattern<string>('orders.failing')
  failing(): never {
    throw new Error('not yet');
  }
}

const SLOW = [EchoController, SlowController];

type Read = [[stream: string, [[id: string, fields: [string, string]]]]] | null;

const orphan = () => new StreamRecord('orphan', { timeoutMs: 30_000 });
const GROUP = ['rpc:orders:requests', 'orders'] as const;

describe.each(redisKinds)('the life of a replica on %s', (kind) => {
  const rig = callerDuringTests(kind);

  beforeEach(() => {
    heard.length = 0;
  });

  it('finishes, answers and acknowledges what it has taken before it ends', async () => {
    const replica = await readyReplica(SLOW, { redisUrl: rig.redis.url });
    const answer = firstValueFrom(rig.client.send('orders.slow', 1));
    await eventually(() => expect(heard).toEqual([1]));
    const closed = replica.close();
    finish();
    expect(await answer).toBe('done');
    await closed;
    const [commands] = rig.client.unwrap();
    expect(await commands.xlen(GROUP[0])).toBe(0);
  });

  it('leaves what is beyond its concurrency to its peers', async () => {
    const busy = await readyReplica(SLOW, { redisUrl: rig.redis.url, concurrency: 1 });
    const slow = firstValueFrom(rig.client.send('orders.slow', 1));
    await eventually(() => expect(heard).toEqual([1]));
    const quick = firstValueFrom(rig.client.send('orders.echo', 2));
    const peer = await readyReplica(SLOW, { redisUrl: rig.redis.url });
    expect(await quick).toBe(2);
    finish();
    expect(await slow).toBe('done');
    await Promise.all([busy.close(), peer.close()]);
  });

  it('removes its consumer and its heartbeat when it leaves', async () => {
    const replica = await readyReplica(SLOW, { redisUrl: rig.redis.url });
    await firstValueFrom(rig.client.send('orders.echo', 1));
    await replica.close();
    const [commands] = rig.client.unwrap();
    expect(await commands.xinfo('CONSUMERS', ...GROUP)).toEqual([]);
    expect(await commands.keys('rpc:orders:alive:*')).toEqual([]);
  });

  /** Takes the one waiting request for a consumer that will never be heard of again. */
  async function takeAsVanished(): Promise<{ replyTo: string; call: number }> {
    let header = '';
    await eventually(async () => {
      const read = (await rig.client
        .unwrap()[0]
        .xreadgroup('GROUP', 'orders', 'vanished', 'STREAMS', GROUP[0], '>')) as Read;
      if (!read) throw new Error('no request yet');
      header = read[0][1][0][1][1];
    });
    return JSON.parse(header) as { replyTo: string; call: number };
  }

  it('takes over what a vanished replica had taken, as its second delivery', async () => {
    const answer = lastValueFrom(rig.client.send('orders.echo', orphan()));
    await takeAsVanished();
    const replica = await readyReplica(SLOW, { redisUrl: rig.redis.url });
    expect(await answer).toBe('orphan');
    expect(replica.server.stats().redelivered).toBe(1);
    await eventually(async () =>
      expect(await rig.client.unwrap()[0].xinfo('CONSUMERS', ...GROUP)).toHaveLength(1),
    );
    await replica.close();
  });

  it('runs again what was answered but not acknowledged, and the caller has one answer', async () => {
    const answers: unknown[] = [];
    rig.client.send('orders.echo', orphan()).subscribe((answer) => answers.push(answer));
    const { replyTo, call } = await takeAsVanished();
    const reply = JSON.stringify([{ call, response: 'the first answer' }]);
    await rig.client.unwrap()[0].publish(`rpc:replies:${replyTo}`, reply);
    const replica = await readyReplica(SLOW, { redisUrl: rig.redis.url });
    await eventually(() => expect(heard).toEqual(['orphan']));
    await eventually(async () => expect(await rig.client.unwrap()[0].xlen(GROUP[0])).toBe(0));
    expect(answers).toEqual(['the first answer']);
    await replica.close();
  });

  it('does not run what expired while nobody was there to take it', async () => {
    const header = JSON.stringify({ id: 'late', pattern: 'orders.echo', deadline: 1 });
    await rig.client.unwrap()[0].xadd(GROUP[0], '*', 'h', header, 'd', '"too late"');
    const replica = await readyReplica(SLOW, { redisUrl: rig.redis.url });
    await eventually(() => expect(replica.server.stats().expired).toBe(1));
    expect(heard).toEqual([]);
    await replica.close();
  });

  it('judges deadlines by the clock of Redis, not by its own', async () => {
    const replica = await readyReplica(SLOW, { redisUrl: rig.redis.url });
    const realNow = Date.now.bind(Date);
    const skewed = jest.spyOn(Date, 'now').mockImplementation(() => realNow() + 300_000);
    expect(
      await firstValueFrom(rig.client.send('orders.echo', 'five minutes ahead')),
    ).toBeDefined();
    skewed.mockImplementation(() => realNow() - 300_000);
    expect(
      await firstValueFrom(rig.client.send('orders.echo', 'five minutes behind')),
    ).toBeDefined();
    skewed.mockRestore();
    await replica.close();
  });

  it('waits for a Redis that starts later', async () => {
    const later = await RedisProcess.prepare(kind);
    const replica = await startReplica(SLOW, { redisUrl: later.url });
    const early = new RedisStreamsClient({ redisUrl: later.url, unavailableAfterMs: 100 });
    await early.connect();
    expect([replica.server.isReady(), early.isReady()]).toEqual([false, false]);
    const refused = lastValueFrom(early.send('orders.echo', 1));
    await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });

    await later.launch();
    await eventually(() =>
      expect([replica.server.isReady(), early.isReady()]).toEqual([true, true]),
    );
    expect(await firstValueFrom(early.send('orders.echo', 2))).toBe(2);
    early.close();
    await replica.close();
    await later.stop();
  });

  it('ends soon although Redis cannot be reached', async () => {
    const other = await RedisProcess.start(kind);
    const replica = await readyReplica(SLOW, { redisUrl: other.url });
    await other.kill();
    await replica.close();
    expect(replica.server.isReady()).toBe(false);
    await other.stop();
  });
});

describeNative('a replica on redis-server', () => {
  const rig = callerDuringTests('redis-server', {}, [beforeEach, afterEach]);

  beforeEach(() => {
    heard.length = 0;
  });

  const count = (command: string) => countOf(command, rig.client.unwrap()[0]);

  it('that ends waits for the handlers that still run, and takes over nothing meanwhile', async () => {
    const [commands] = rig.client.unwrap();
    const replica = await readyReplica(SLOW, { redisUrl: rig.redis.url });
    const answer = firstValueFrom(rig.client.send('orders.slow', 1));
    await eventually(() => expect(heard).toContain(1));
    const closed = replica.close();
    await eventually(async () =>
      expect(await commands.info('clients')).toMatch(/^blocked_clients:0/m),
    );
    const late = firstValueFrom(rig.client.send('orders.echo', orphan()));
    await eventually(async () => expect(await commands.xlen(GROUP[0])).toBe(2));
    await commands.xreadgroup('GROUP', 'orders', 'vanished', 'STREAMS', GROUP[0], '>');
    const { calls: beats } = await count('pexpire');
    await eventually(async () => expect((await count('pexpire')).calls).toBeGreaterThan(beats + 8));
    expect(heard).toEqual([1]);
    finish();
    expect(await answer).toBe('done');
    await closed;
    const next = await readyReplica(SLOW, { redisUrl: rig.redis.url });
    expect(await late).toBe('orphan');
    await next.close();
  });

  it('that has nothing to do sends nothing but its heartbeat', async () => {
    const replica = await readyReplica([EchoController, FailingController], {
      redisUrl: rig.redis.url,
    });
    expect(await firstValueFrom(rig.client.send('orders.echo', 1))).toBe(1);
    await eventually(async () => expect((await count('xack')).calls).toBe(1));
    const { calls: beats } = await count('pexpire');
    const fourBeatsLater = async () =>
      expect((await count('pexpire')).calls).toBeGreaterThan(beats + 3);
    await eventually(fourBeatsLater);
    for (const [command, calls] of Object.entries({ publish: 1, xack: 1, eval: 0 }))
      expect([command, await count(command)]).toMatchObject([command, { calls }]);
    await replica.close();
  });

  it('that cannot show that it is alive takes nothing until it can', async () => {
    const [commands] = rig.client.unwrap();
    const rights = ['on', '>secret', '+@all', '&*'];
    await commands.acl('SETUSER', 'limited', ...rights, '~rpc:orders:[^a]*');
    const redisUrl = `redis://limited:secret@127.0.0.1:${rig.redis.port}`;
    const replica = await startReplica(SLOW, { redisUrl });
    const answer = firstValueFrom(rig.client.send('orders.echo', orphan()));
    await eventually(async () => expect((await count('pexpire')).rejected).toBeGreaterThan(3));
    expect(await commands.xinfo('CONSUMERS', ...GROUP)).toEqual([]);
    await commands.acl('SETUSER', 'limited', '~*');
    expect(await answer).toBe('orphan');
    await replica.close();
  });

  describe('and its timers', () => {
    const set = jest.spyOn(globalThis, 'setTimeout');
    const cleared = jest.spyOn(globalThis, 'clearTimeout');
    const MINUTE_MS = 60_000;

    beforeEach(() => {
      set.mockClear();
      cleared.mockClear();
    });

    afterAll(() => {
      set.mockRestore();
      cleared.mockRestore();
    });

    const HEARTBEAT_MS = 250;

    const left = (length = MINUTE_MS) => {
      const timers = set.mock.calls.flatMap(([, ms], at) =>
        ms === length ? [set.mock.results[at]?.value] : [],
      );
      return timers.filter((timer) => !cleared.mock.calls.some(([one]) => one === timer));
    };

    it('leaves none when it has been closed, and neither does a client', async () => {
      const common = { redisUrl: rig.redis.url };
      const options = { ...common, eventRetryBaseMs: MINUTE_MS };
      const replica = await readyReplica([EchoController, FailingController], options);
      const caller = await connectedClient({
        ...{ ...common, timeoutMs: MINUTE_MS, unavailableAfterMs: MINUTE_MS },
        eventRoutes: { 'orders.failing': ['orders'] },
      });
      expect(await firstValueFrom(caller.send('orders.echo', 1))).toBe(1);
      await lastValueFrom(caller.emit('orders.failing', 1), { defaultValue: null });
      await eventually(() => expect(replica.server.stats().waitingRetries).toBe(1));
      expect(left()).toHaveLength(1);
      caller.close();
      await replica.close();
      expect(left()).toHaveLength(0);
    });

    it.each([
      ['while it is being closed', () => Promise.resolve()],
      ['once it has been closed', (closed: Promise<void>) => closed],
    ])('refuses to listen %s, and leaves none', async (_when, moment) => {
      const server = new RedisStreamsServer({ redisUrl: rig.redis.url, service: 'orders' });
      const closed = server.close();
      await moment(closed);
      const refusal = new Promise((resolve) => server.listen(resolve));
      await closed;
      expect(left(HEARTBEAT_MS)).toHaveLength(0);
      expect(await refusal).toEqual(new Error('The server was closed'));
    });
  });
});
