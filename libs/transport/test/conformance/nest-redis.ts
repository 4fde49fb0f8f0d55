import { ClientRedis, type MicroserviceOptions, Transport } from '@nestjs/microservices';
import { Redis } from 'ioredis';

function connection(redisUrl: string) {
  const { hostname, port } = new URL(redisUrl);
  return { host: hostname, port: Number(port), retryAttempts: 100, retryDelay: 100 };
}

export const serverOptions = (redisUrl: string): MicroserviceOptions => ({
  transport: Transport.REDIS,
  options: connection(redisUrl),
});

export const createClient = (redisUrl: string) => new ClientRedis(connection(redisUrl));

export async function forge(redisUrl: string, pattern: string, data: unknown): Promise<void> {
  const redis = new Redis(redisUrl);
  await redis.publish(pattern, JSON.stringify({ pattern, data, id: 'forged' }));
  redis.disconnect();
}
