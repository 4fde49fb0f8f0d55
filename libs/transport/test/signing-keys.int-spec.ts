import { eventually } from '@studiolo/testing/eventually';
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { lastValueFrom } from 'rxjs';

import { DeadLetters } from '../src/index.js';
import { EchoController, heard } from './support/echo.controller.js';
import { connectedClient, readyReplica } from './support/service.js';

const oldKey = 'the signing key of until now, long enough';
const newKey = 'the signing key of from now on, long enough';
const eventRoutes = { 'orders.happened': ['orders'] };

describe.each(redisKinds)('signing keys on %s', (kind) => {
  let redis: RedisProcess;

  beforeAll(async () => {
    redis = await RedisProcess.start(kind);
  });

  afterAll(() => redis.stop());

  // The middle of the steps in docs/operations.md: each side gets what was signed under its previous key.
  it('a caller that signs with the old key is served by a replica that has changed it', async () => {
    const redisUrl = redis.url;
    const replica = await readyReplica(EchoController, {
      ...{ redisUrl, signingKey: newKey, previousSigningKey: oldKey },
    });
    const client = await connectedClient({
      ...{ redisUrl, eventRoutes, signingKey: oldKey, previousSigningKey: newKey },
    });
    expect(await lastValueFrom(client.send('orders.echo', 'hello'))).toBe('hello');
    await lastValueFrom(client.emit('orders.happened', 'early'), { defaultValue: null });
    await eventually(() => expect(heard).toContain('early'));
    client.close();
    await replica.close();
  });

  it('an event under a key that is not accepted is parked, and runs once it is', async () => {
    const redisUrl = redis.url;
    const strict = await readyReplica(EchoController, { redisUrl, signingKey: newKey });
    const client = await connectedClient({ redisUrl, eventRoutes, signingKey: oldKey });
    const letters = new DeadLetters(client.unwrap()[0], 'orders');
    await lastValueFrom(client.emit('orders.happened', 'late'), { defaultValue: null });
    await eventually(async () => expect(await letters.count()).toBe(1));
    expect(await letters.list()).toMatchObject([
      {
        pattern: 'orders.happened',
        reason: 'its signature does not verify; is signingKey the same in every process?',
        data: '"late"',
      },
    ]);
    expect(strict.server.stats().refused).toBe(1);
    await strict.close();
    const lenient = await readyReplica(EchoController, {
      ...{ redisUrl, signingKey: newKey, previousSigningKey: oldKey },
    });
    await letters.replay('all');
    await eventually(() => expect(heard).toContain('late'));
    client.close();
    await lenient.close();
  });
});
