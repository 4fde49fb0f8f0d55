import { ClientRedis, type MicroserviceOptions, Transport } from '@nestjs/microservices';

function connection(redisUrl: string) {
  const { hostname, port } = new URL(redisUrl);
  return { host: hostname, port: Number(port), retryAttempts: 100, retryDelay: 100 };
}

export const serverOptions = (redisUrl: string): MicroserviceOptions => ({
  transport: Transport.REDIS,
  options: connection(redisUrl),
});

export const createClient = (redisUrl: string) => new ClientRedis(connection(redisUrl));
