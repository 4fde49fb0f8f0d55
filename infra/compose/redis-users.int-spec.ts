import { duringTests } from '@studiolo/testing/during-tests';
import { describeNative } from '@studiolo/testing/redis-process';

import {
  onRedisAs,
  REDIS_USERS,
  type RedisUser,
  startRedisWithUsers,
} from '../test/redis-users.ts';
import { Sandbox } from '../test/sandbox.ts';

/** What nobody may but the administrator. */
const FORBIDDEN = ['FLUSHALL', 'FLUSHDB', 'KEYS *', 'MONITOR', 'CONFIG GET *', 'ACL LIST', 'SAVE'];

/** What each process may, so that the refusals below are no typing errors, and what it may not. */
const RIGHTS: Record<RedisUser, { may: string[]; mayNot: string[] }> = {
  gateway: {
    may: [
      'XADD studiolo:{auth}:requests * h 1',
      'GET session:1',
      'SUBSCRIBE studiolo:replies:gateway-1',
    ],
    mayNot: [
      ...[
        'XRANGE studiolo:{auth}:requests - +',
        'XREAD STREAMS studiolo:{auth}:requests 0',
        'SCAN 0',
      ],
      ...[
        'DEL studiolo:{auth}:requests',
        'XADD studiolo:{storage}:events * h 1',
        'SET session:1 ended',
      ],
      ...['SUBSCRIBE studiolo:replies:storage-1', 'PSUBSCRIBE studiolo:*', 'HGETALL {bull}:mail:1'],
      ...['PUBLISH studiolo:replies:auth-1 x', 'PUBLISH studiolo:live:1 x', 'GET google-code:1'],
    ],
  },
  auth: {
    may: [
      'XADD studiolo:{auth}:requests * h 1',
      'SET session:1 ended',
      'PUBLISH studiolo:live:1 x',
    ],
    mayNot: [
      ...['XRANGE studiolo:{storage}:requests - +', 'XRANGE studiolo:{projects}:events - +'],
      ...['SUBSCRIBE studiolo:replies:gateway-1', 'SUBSCRIBE studiolo:live:1', 'GET limit:1'],
    ],
  },
  projects: {
    may: ['XADD studiolo:{projects}:requests * h 1', 'XADD studiolo:{storage}:events * h 1'],
    mayNot: [
      ...['XRANGE studiolo:{auth}:requests - +', 'XRANGE studiolo:{storage}:events - +', 'SCAN 0'],
      ...['XADD studiolo:{auth}:requests * h 1', 'XADD studiolo:{storage}:requests * h 1'],
      ...[
        'GET session:1',
        'SET session:1 2',
        'HGETALL {bull}:mail:1',
        'GET limit:1',
        'GET google-code:1',
      ],
      ...['SUBSCRIBE studiolo:replies:gateway-1', 'SUBSCRIBE studiolo:live:1'],
    ],
  },
  storage: {
    may: [
      ...['XADD studiolo:{storage}:requests * h 1', 'XADD studiolo:{projects}:requests * h 1'],
      ...['SET storage:orphan-sweep:a 1', 'HSET storage:orphan-sweep:found a 1'],
      'HGETALL storage:orphan-sweep:found',
    ],
    mayNot: [
      ...[
        'XRANGE studiolo:{auth}:requests - +',
        'XRANGE studiolo:{projects}:requests - +',
        'SCAN 0',
      ],
      ...['XADD studiolo:{auth}:requests * h 1', 'XADD studiolo:{projects}:events * h 1'],
      ...[
        'GET session:1',
        'SET session:1 2',
        'HGETALL {bull}:mail:1',
        'GET limit:1',
        'GET google-code:1',
      ],
      ...['SUBSCRIBE studiolo:replies:gateway-1', 'SUBSCRIBE studiolo:live:1'],
    ],
  },
};

describeNative('the bundled Redis', () => {
  const sandbox = duringTests(() => new Sandbox());
  const redis = duringTests(() => startRedisWithUsers(sandbox()));

  /** `done`, or the first word of the refusal, on a connection of its own for each command. */
  function outcomeOf(url: string, command: string): Promise<string> {
    const [name = '', ...words] = command.split(' ');
    return onRedisAs(url, (client) => client.call(name.toLowerCase(), ...words)).then(
      () => 'done',
      (error: unknown) => (error as Error).message.split(' ')[0] ?? '',
    );
  }
  const outcomesOf = async (url: string, commands: readonly string[]) => {
    const outcomes = commands.map(async (one) => [one, await outcomeOf(url, one)]);
    return Object.fromEntries(await Promise.all(outcomes)) as Record<string, string>;
  };
  const each = (commands: readonly string[], outcome: string) =>
    Object.fromEntries(commands.map((one) => [one, outcome]));

  test.each(REDIS_USERS)(
    '[S16 d] gives %s its own streams and caches, and nothing else',
    async (user) => {
      const { may, mayNot } = RIGHTS[user];
      const url = redis().urlOf(user);
      expect(await outcomesOf(url, may)).toEqual(each(may, 'done'));
      const refused = [...mayNot, ...FORBIDDEN];
      expect(await outcomesOf(url, refused)).toEqual(each(refused, 'NOPERM'));
    },
  );

  test('[S16 e] answers nobody without a password, and its health check with nothing but PONG', async () => {
    const { anonymous } = redis();
    expect(await outcomeOf(anonymous, 'PING')).toBe('NOAUTH');
    const health = anonymous.replace('redis://', 'redis://health:none@');
    expect(await outcomesOf(health, ['PING', 'GET session:1', 'INFO'])).toEqual({
      ...{ PING: 'done', 'GET session:1': 'NOPERM', INFO: 'NOPERM' },
    });
  });
});
