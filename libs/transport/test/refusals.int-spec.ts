import { once } from 'node:events';

import { jest } from '@jest/globals';
import { Controller, Logger } from '@nestjs/common';
import { MessagePattern, Payload, RpcException } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { redisKinds } from '@studiolo/testing/redis-process';
import { Redis } from 'ioredis';

import { encodeEntry } from '../src/wire/entry.js';
import { MessageCipher } from '../src/wire/message-cipher.js';
import { connectedClient, serviceDuringTests } from './support/service.js';

const executed: unknown[] = [];

@Controller()
class VaultController {
  @MessagePattern('orders.store')
  store(@Payload() data: unknown): string {
    executed.push(data);
    return 'stored';
  }

  @MessagePattern('orders.endless')
  endless(@Payload() fails: boolean): unknown {
    const endless: Record<string, unknown> = {};
    endless.self = endless;
    if (fails) throw new RpcException(endless);
    return endless;
  }

  @MessagePattern('orders.long')
  long(@Payload() length: number): string {
    return 'x'.repeat(length);
  }
}

const signingKey = 'a signing key of at least thirty-two characters';
const REQUESTS = 'rpc:{orders}:requests';
const MAX_BYTES = 1_048_576;
const FORGED = { id: 'forged', pattern: 'orders.store' };
const OTHER = new MessageCipher(`not ${signingKey}`);

describe.each(redisKinds)('what is refused on %s', (kind) => {
  const rig = serviceDuringTests(kind, VaultController, {
    server: { signingKey },
    client: { signingKey },
  });

  beforeEach(() => {
    executed.length = 0;
  });

  const header = JSON.stringify(FORGED);
  it.each([
    ['in clear text', ['h', header, 'b', '{}\n1']],
    ['under another key', encodeEntry(REQUESTS, FORGED, { metadata: {}, dataText: '1' }, OTHER)],
    ['that is not a message at all', ['anything', 'else']],
  ])('[S17 a] an entry %s is dropped, counted and never executed', async (_, fields) => {
    const before = rig.stats().refused;
    await rig.client.commands.xadd(REQUESTS, '*', ...fields);
    await eventually(() => expect(rig.stats().refused).toBe(before + 1));
    await rig.client.untilNothingIsLeft('requests');
    expect(executed).toEqual([]);
  });

  it('a reply in clear text answers no call, and is logged', async () => {
    using warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    using caller = await connectedClient({ redisUrl: rig.redis.url, signingKey });
    const call = caller.ask('nobody.store', 1).catch(() => 'not answered');
    const forged = [0, 1, 2].map((number) => ({ call: number, response: 'forged' }));
    const { commands } = rig.client;
    for (const channel of (await commands.pubsub('CHANNELS', 'rpc:replies:*')) as string[])
      await commands.publish(channel, JSON.stringify(forged));
    const dropped = expect.stringContaining('Dropped a reply') as string;
    await eventually(() => expect(warn).toHaveBeenCalledWith(dropped));
    caller.close();
    expect(await call).toBe('not answered');
  });

  it('a reply may be as long as the limit and becomes an error beyond it', async () => {
    using caller = await connectedClient({ redisUrl: rig.redis.url, signingKey });
    const { length: rest } = JSON.stringify({ call: 1, response: '' });
    const ask = (length: number) => caller.ask('orders.long', length);
    expect(await ask(MAX_BYTES - rest)).toHaveLength(MAX_BYTES - rest);
    await expect(ask(MAX_BYTES + 1 - rest)).rejects.toEqual({
      status: 'error',
      message: 'The reply is longer than 1048576 bytes',
    });
  });

  it.each([
    ['a reply', false],
    ['an error', true],
  ])(
    '%s that no JSON can express becomes an internal error, and is logged',
    async (what, fails) => {
      using log = jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);
      await expect(rig.client.ask('orders.endless', fails)).rejects.toEqual({
        status: 'error',
        message: 'Internal server error',
      });
      const line = expect.stringMatching(new RegExp(`^${what} could not be sent`, 'i')) as string;
      expect(log).toHaveBeenCalledWith(expect.any(TypeError), line);
    },
  );

  it('a pattern that names no service is an error at once', async () => {
    await expect(rig.client.ask('nowhere')).rejects.toMatchObject({ code: 'NO_ROUTE' });
  });
});

describe.each(redisKinds)('malformed messages in clear text on %s', (kind) => {
  const rig = serviceDuringTests(kind, VaultController);

  /** The answer to an entry that a well-behaved client never writes. */
  async function answerTo(data: string): Promise<unknown> {
    const listener = new Redis(rig.redis.url);
    await listener.subscribe('rpc:replies:raw');
    const heard = once(listener, 'message');
    const deadline = Date.now() + 60_000;
    const header = { id: 'raw-1', pattern: 'orders.store', replyTo: 'raw', call: 1, deadline };
    await rig.client.commands.xadd(REQUESTS, '*', 'h', JSON.stringify(header), 'b', `{}\n${data}`);
    const [, message] = (await heard) as string[];
    const [reply] = JSON.parse(message ?? '') as unknown[];
    listener.disconnect();
    return reply;
  }

  it.each([
    ['data that is not JSON', '{"a":', 'unreadable-data'],
    ['3 MB of data', JSON.stringify('x'.repeat(3_000_000)), 'too-large'],
  ])('with %s are answered with an error at once, unexecuted', async (_, data, reason) => {
    executed.length = 0;
    expect(await answerTo(data)).toEqual({
      call: 1,
      err: { status: 'error', message: `The message could not be accepted: ${reason}` },
    });
    await rig.client.untilNothingIsLeft('requests');
    expect(executed).toEqual([]);
  });

  it.each([
    ['a header that is not JSON', ['h', '{', 'b', '{}\n1']],
    ['data that is not JSON', ['h', '{"id":"1","pattern":"orders.store"}', 'b', '{}\n{"a":']],
  ])('with %s are dropped and leave nothing pending', async (_, fields) => {
    const before = rig.stats().unreadable;
    await rig.client.commands.xadd(REQUESTS, '*', ...fields);
    await eventually(() => expect(rig.stats().unreadable).toBe(before + 1));
    await rig.client.untilNothingIsLeft('requests');
  });
});
