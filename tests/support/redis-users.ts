import type { Part } from '@studiolo/infra/stack/parts';
import { REDIS_USERS, startRedisWithUsers } from '@studiolo/infra/test/redis-users';
import type { Sandbox } from '@studiolo/infra/test/sandbox';

import type { StackRequest } from './running-stack.ts';

/** A stack each of whose processes has the user of Redis that compose and the chart give it. */
export async function stackWithRedisUsers(sandbox: Sandbox) {
  const { administrator, urlOf } = await startRedisWithUsers(sandbox);
  const asUser = (part: Part): Part => ({
    ...part,
    command: async (plan, replica) => {
      const command = await part.command(plan, replica);
      const user = REDIS_USERS.find((one) => one === part.name);
      return { ...command, env: { ...command.env, ...(user && { REDIS_URL: urlOf(user) }) } };
    },
  });
  const stack: StackRequest = {
    own: { redisUrl: administrator },
    within: (parts) => parts.map(asUser),
  };
  return { stack, administrator, urlOf };
}
