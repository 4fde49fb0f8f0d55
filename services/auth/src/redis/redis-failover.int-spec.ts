import { HealthRegistry } from '@studiolo/service-kit';
import { eventually } from '@studiolo/testing/eventually';
import { RedisPair } from '@studiolo/testing/redis-pair';
import { describeNative } from '@studiolo/testing/redis-process';

import { AuthService } from '../../test/auth-service.js';
import { mailTo } from '../../test/mailbox.js';

describeNative('after a failover of Redis', () => {
  let pair: RedisPair;
  let auth: AuthService;

  beforeAll(async () => {
    pair = await RedisPair.start();
    auth = await AuthService.start({ REDIS_URL: pair.url });
    await mailTo(await auth.signUp());
    await pair.failOver();
  });
  afterAll(async () => {
    await auth.stop();
    await pair.stop();
  });

  test('sign-ups are answered and their mails sent', async () => {
    const email = await eventually(() => auth.signUp());
    await mailTo(email);
  });

  test('everything is healthy again', async () => {
    await eventually(async () => {
      expect(await auth.get(HealthRegistry).report()).toMatchObject({ healthy: true });
    });
  });
});
