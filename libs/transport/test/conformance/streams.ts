import { lastValueFrom } from 'rxjs';

import { RedisStreamsClient, RedisStreamsServer, StreamRecord } from '../../src/index.js';

const signingKey = 'conformance is checked with this key of 45 b.';
const service = 'conformance';
const eventRoutes = { 'conformance.happened': [service] };

export const serverOptions = (redisUrl: string) => ({
  strategy: new RedisStreamsServer({ redisUrl, service, signingKey }),
});

export const createClient = (redisUrl: string) =>
  new RedisStreamsClient({ redisUrl, signingKey, eventRoutes });

export const ordered = (data: unknown, key: string) => new StreamRecord(data, { key });

export async function forge(redisUrl: string, pattern: string, data: unknown): Promise<void> {
  const client = new RedisStreamsClient({ redisUrl, timeoutMs: 1_000 });
  await lastValueFrom(client.send(pattern, data)).catch(() => undefined);
  client.close();
}
