import { eventually } from '@studiolo/testing/eventually';
import { redisKinds } from '@studiolo/testing/redis-process';

import { DeadLetters } from '../src/index.js';
import { EchoController, heard } from './support/echo.controller.js';
import { callerDuringTests, connectedClient } from './support/service.js';

const oldKey = 'the signing key of until now, long enough';
const newKey = 'the signing key of from now on, long enough';
const eventRoutes = { 'orders.happened': ['orders'] };

describe.each(redisKinds)('signing keys on %s', (kind) => {
  const rig = callerDuringTests(kind);
  const connect = (own: { signingKey: string; previousSigningKey?: string }) =>
    connectedClient({ redisUrl: rig.redis.url, eventRoutes, ...own });

  // The middle of the steps in docs/operations.md: each side gets what was encrypted under its previous key.
  it('a caller that encrypts with the old key is served by a replica that has changed it', async () => {
    await rig.replica(EchoController, { signingKey: newKey, previousSigningKey: oldKey });
    using client = await connect({ signingKey: oldKey, previousSigningKey: newKey });
    expect(await client.ask('orders.echo', 'hello')).toBe('hello');
    await client.tell('orders.happened', 'early');
    await eventually(() => expect(heard).toContain('early'));
  });

  it('an event under a key that is not accepted is parked, and runs once it is', async () => {
    const strict = await rig.replica(EchoController, { signingKey: newKey });
    using client = await connect({ signingKey: oldKey });
    const letters = new DeadLetters(client.commands, 'orders');
    await client.tell('orders.happened', 'late');
    await eventually(async () => expect(await letters.count()).toBe(1));
    expect(await letters.list()).toMatchObject([
      {
        pattern: 'orders.happened',
        reason: 'it cannot be decrypted; is signingKey the same in every process?',
      },
    ]);
    expect(strict.server.stats().refused).toBe(1);
    await strict.close();
    await rig.replica(EchoController, { signingKey: newKey, previousSigningKey: oldKey });
    await letters.replay('all');
    await eventually(() => expect(heard).toContain('late'));
  });
});
