import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { duringEachTest } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { describeNative, redisKinds } from '@studiolo/testing/redis-process';

import { type CallMeasurement, type HandlingMeasurement, StreamRecord } from '../src/index.js';
import { EchoController, heard } from './support/echo.controller.js';
import { callerDuringTests } from './support/service.js';

const MAX_ATTEMPTS = 3;

@Controller()
class FailingController {
  @MessagePattern('orders.fail')
  fail(): never {
    throw new Error('failed');
  }
}

describe.each(redisKinds)('limits on %s', (kind) => {
  const measured: CallMeasurement[] = [];
  const handled: HandlingMeasurement[] = [];
  const options = {
    eventRoutes: { 'orders.happened': ['orders'] },
    onMetric: (measurement: CallMeasurement) => measured.push(measurement),
  };
  const rig = callerDuringTests(kind, options, duringEachTest);
  beforeEach(() => {
    for (const list of [heard, measured, handled]) list.length = 0;
  });

  const patient = (data: unknown) => new StreamRecord(data, { timeoutMs: 60_000 });
  const send = (pattern: string, data: unknown) => rig.client.ask(pattern, data);
  const start = () =>
    rig.replica([EchoController, FailingController], {
      maxEventAttempts: MAX_ATTEMPTS,
      onMetric: (measurement) => handled.push(measurement),
    });

  it('a call that nobody waits for any more is not measured', async () => {
    await rig.client.commands.set('rpc:{misused}:requests', 'no stream');
    const abandoned = rig.client.send('misused.echo', 1).subscribe();
    // It is sent within this turn of the event loop, before any answer can be read.
    for (let ticks = 0; ticks < 100 && rig.client.inFlight === 0; ticks += 1)
      await new Promise<void>((resolve) => process.nextTick(resolve));
    expect(rig.client.inFlight).toBe(1);
    abandoned.unsubscribe();
    await expect(send('misused.echo', 2)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(measured).toHaveLength(1);
    expect(rig.client.inFlight).toBe(0);
  });

  it('every call that was sent is measured once, with its outcome', async () => {
    const unanswered = send('nobody.listens', patient(0)).catch((error: unknown) => error);
    await start();
    for (const n of [1, 2]) await send('orders.echo', n);
    await expect(send('orders.fail', 0)).rejects.toBeDefined();
    expect(rig.client.inFlight).toBe(1);
    rig.client.close();
    expect(await unanswered).toMatchObject({ code: 'UNAVAILABLE' });
    expect(measured.map(({ pattern, outcome }) => `${pattern} ${outcome}`)).toEqual([
      ...['orders.echo ok', 'orders.echo ok', 'orders.fail error'],
      'nobody.listens UNAVAILABLE',
    ]);
    expect(rig.client.inFlight).toBe(0);
  });

  it('every run of a handler is measured once, with its outcome and no longer than it took', async () => {
    const startedAt = performance.now();
    await start();
    await send('orders.echo', 1);
    await expect(send('orders.fail', 0)).rejects.toBeDefined();
    await rig.client.tell('orders.happened');
    await eventually(() => expect(handled).toHaveLength(3));
    const elapsedMs = performance.now() - startedAt;
    expect(handled).toMatchObject([
      { kind: 'request', pattern: 'orders.echo', outcome: 'ok' },
      { kind: 'request', pattern: 'orders.fail', outcome: 'error' },
      { kind: 'event', pattern: 'orders.happened', outcome: 'ok' },
    ]);
    for (const { durationMs } of [...handled, ...measured]) {
      expect(durationMs).toBeGreaterThan(0);
      expect(durationMs).toBeLessThan(elapsedMs);
    }
  });

  describe.each([
    ['a request', 'rpc:{orders}:requests'],
    ['an event', 'rpc:{orders}:events'],
  ])('%s whose replicas died', (what, stream) => {
    const GROUP = [stream, 'orders'] as const;

    /** Takes the one entry of the stream for a consumer that will never be heard of again. */
    async function takeAsVanished(deliveries: number): Promise<void> {
      const commands = rig.client.commands;
      await commands.xgroup('CREATE', ...GROUP, '0', 'MKSTREAM');
      await eventually(async () => expect(await commands.xlen(stream)).toBe(1));
      const [entry] = await commands.xrange(stream, '-', '+');
      await commands.xreadgroup('GROUP', 'orders', 'vanished', 'STREAMS', stream, '>');
      await commands.xclaim(...GROUP, 'vanished', 0, entry?.[0] ?? '', 'RETRYCOUNT', deliveries);
    }
    const begin = (data: unknown) =>
      what === 'a request'
        ? send('orders.echo', patient(data))
        : rig.client.tell('orders.happened', data);

    it('runs as often as allowed', async () => {
      const outcome = begin('last try');
      await takeAsVanished(MAX_ATTEMPTS - 1);
      await start();
      await outcome;
      await eventually(() => expect(heard).toEqual(['last try']));
    });

    it('is given up after the last try without running again', async () => {
      const outcome = begin('one too many').catch((error: unknown) => error);
      await takeAsVanished(MAX_ATTEMPTS);
      const replica = await start();
      const reason = 'no replica survived it';
      if (what === 'a request') {
        expect(await outcome).toMatchObject({ message: expect.stringContaining(reason) as string });
        expect(replica.server.stats().abandoned).toBe(1);
      } else {
        await eventually(() => expect(replica.server.stats().deadLettered).toBe(1));
        const [letter] = await rig.client.commands.xrange('rpc:{orders}:dead-letters', '-', '+');
        expect(letter?.[1]).toContain(reason);
      }
      await eventually(async () => expect(await rig.client.commands.xlen(stream)).toBe(0));
      expect(heard).toEqual([]);
    });
  });
});

describeNative('a service that is too far behind', () => {
  const rig = callerDuringTests('redis-server');

  it('gets no further requests until it has caught up', async () => {
    const ask = (data: unknown) => rig.client.ask('orders.echo', data);
    heard.length = 0;
    const { commands } = rig.client;
    const filling = commands.pipeline();
    for (let n = 0; n < 10_000; n += 1) filling.xadd('rpc:{orders}:requests', '*', 'any', 'thing');
    await filling.exec();
    const impatient = new StreamRecord('refused', { timeoutMs: 50 });
    const message = expect.stringMatching(/^orders has \d+ requests waiting$/) as string;
    const refusal = { code: 'UNAVAILABLE', message };
    await eventually(() => expect(ask(impatient)).rejects.toMatchObject(refusal));
    await commands.del('rpc:{orders}:requests');
    await rig.replica(EchoController);
    await eventually(async () => expect(await ask(5)).toBe(5));
    expect(heard).not.toContain('refused');
  });
});
