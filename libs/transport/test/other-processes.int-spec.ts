import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { Controller } from '@nestjs/common';
import { Ctx, EventPattern } from '@nestjs/microservices';
import { duringEachTest } from '@studiolo/testing/during-tests';
import { eventually } from '@studiolo/testing/eventually';
import { describeNative } from '@studiolo/testing/redis-process';

import { RedisStreamsContext, StreamRecord } from '../src/index.js';
import { callerDuringTests } from './support/service.js';

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
  const rig = callerDuringTests('redis-server', { eventRoutes }, duringEachTest);

  beforeEach(async () => {
    ranByPeer.length = 0;
    const script = join(import.meta.dirname, 'fixtures/replica.ts');
    const register = join(import.meta.dirname, '../../testing/src/run-typescript.mjs');
    replica = fork(script, [rig.redis.url], { execArgv: ['--import', register] });
    await once(replica, 'message');
  });

  const runsOfReplica = () => rig.client.commands.lrange('runs', 0, -1);
  const emit = (messageId: string) =>
    rig.client.tell('orders.performed', new StreamRecord({}, { messageId }));

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
    await rig.replica(PeerController);
    await eventually(() => expect(ranByPeer.toSorted()).toEqual(messageIds));
    await thaw();
    await rig.client.untilNothingIsLeft('events');
    expect(await runsOfReplica()).toEqual([]);
  });

  it('that was frozen runs what is still its own', async () => {
    replica.kill('SIGSTOP');
    await emit('still its own');
    const beats = () => rig.client.commands.keys('rpc:{orders}:alive:*');
    await eventually(async () => expect(await beats()).toEqual([]));
    await thaw();
    await rig.client.untilNothingIsLeft('events');
    expect(await runsOfReplica()).toEqual(['still its own']);
  });
});
