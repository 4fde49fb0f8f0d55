// Jobs of one customer run one after another, in the order they were given, on whichever replica. Needs a Redis at REDIS_URL.
import { setTimeout as pause } from 'node:timers/promises';

import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventPattern, Payload } from '@nestjs/microservices';
import {
  RedisStreamsClient,
  RedisStreamsModule,
  RedisStreamsServer,
  StreamRecord,
} from 'nestjs-redis-streams';
import { lastValueFrom } from 'rxjs';

const redisUrl = process.env.REDIS_URL ?? 'redis://localhost:6379';
let done = 0;

interface Job {
  readonly customer: string;
  readonly task: string;
}

@Controller()
class JobsController {
  @EventPattern<string>('job.given')
  async work(@Payload() { customer, task }: Job): Promise<void> {
    console.log(`${customer}: ${task} starts`);
    await pause(20);
    console.log(`${customer}: ${task} ends`);
    done += 1;
  }
}

@Module({ controllers: [JobsController] })
class JobsModule {}

const eventRoutes = { 'job.given': ['jobs'] };

@Module({ imports: [RedisStreamsModule.register({ redisUrl, eventRoutes })] })
class ShopModule {}

const startReplica = async () => {
  const strategy = new RedisStreamsServer({ redisUrl, service: 'jobs' });
  const replica = await NestFactory.createMicroservice(JobsModule, { strategy, logger: ['warn'] });
  await replica.listen();
  return replica;
};
const replicas = await Promise.all([startReplica(), startReplica()]);
const shop = await NestFactory.createApplicationContext(ShopModule, { logger: ['warn'] });
const client = shop.get(RedisStreamsClient);

for (const task of ['upload', 'resize', 'publish']) {
  for (const customer of ['ann', 'ben']) {
    const job = new StreamRecord({ customer, task }, { key: customer });
    await lastValueFrom(client.emit('job.given', job), { defaultValue: undefined });
  }
}
while (done < 6) await pause(20);

await shop.close();
await Promise.all(replicas.map((replica) => replica.close()));
