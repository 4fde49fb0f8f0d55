import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { Controller } from '@nestjs/common';
import { Ctx, EventPattern } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { describeNative } from '@studiolo/testing/redis-process';
import { lastValueFrom } from 'rxjs';

import { RedisStreamsContext, StreamRecord } from '../src/index.js';
import { callerDuringTests, readyReplica } from './support/service.js';

const ranByPeer: string[] = [];

@Controller()
class PeerController {
  @EventPattern<string>('orders.performed')
  performed(@Ctx() context: RedisStreamsContext): void {
    ranByPeer.push(context.getMessageId());
  }
}

describeNative('a replica in a process of its own', () => {
  const eventRoutes = { 'orders.performed': ['orders'] };
  let replica: ChildProcess;
  afterEach(() => replica.kill('SIGKILL'));
  const rig = callerDuringTests('redis-server', { eventRoutes }, [beforeEach, afterEach]);

  beforeEach(async () => {
    ranByPeer.length = 0;
    const script = join(import.meta.dirname, 'fixtures/replica.ts');
    const register = join(import.meta.dirname, '../../testing/src/run-typescript.mjs');
    replica = fork(script, [rig.redis.url], { execArgv: ['--import', register] });
    await once(replica, 'message');
  });

  const commands = () => rig.client.unwrap()[0];
  const runsOfReplica = () => commands().lrange('runs', 0, -1);
  const emit = (messageId: string) => {
    const event = new StreamRecord({}, { messageId });
    return lastValueFrom(rig.client.emit('orders.performed', event), { defaultValue: undefined });
  };
  const noEventIsLeft = () =>
    eventually(async () => expect(await commands().xlen('rpc:orders:events')).toBe(0));

  /** Lets it go on, and waits until it does. */
  async function thaw(): Promise<void> {
    replica.kill('SIGCONT');
    replica.send('are you awake?');
    await once(replica, 'message');
  }

  it('that was frozen does not begin what a peer has claimed meanwhile', async () => {
    replica.kill('SIGSTOP');
    const messageIds = ['a', 'b', 'c'];
    for (const messageId of messageIds) await emit(messageId);
    const peer = await readyReplica(PeerController, { redisUrl: rig.redis.url });
    await eventually(() => expect(ranByPeer.toSorted()).toEqual(messageIds));
    await thaw();
    await noEventIsLeft();
    expect(await runsOfReplica()).toEqual([]);
    await peer.close();
  });

  it('that was frozen runs what is still its own', async () => {
    replica.kill('SIGSTOP');
    await emit('still its own');
    await eventually(async () => expect(await commands().keys('rpc:orders:alive:*')).toEqual([]));
    await thaw();
    await noEventIsLeft();
    expect(await runsOfReplica()).toEqual(['still its own']);
  });
});
