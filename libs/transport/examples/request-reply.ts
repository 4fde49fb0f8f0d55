// Two replicas of a service and a caller. Needs a Redis at REDIS_URL.
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientsModule, MessagePattern, Payload } from '@nestjs/microservices';
import { RedisStreamsClient, RedisStreamsServer } from 'nestjs-redis-streams';
import { lastValueFrom } from 'rxjs';

const redisUrl = process.env.REDIS_URL ?? 'redis://localhost:6379';

@Controller()
class OrdersController {
  @MessagePattern('orders.price')
  price(@Payload() order: { pieces: number }): number {
    return order.pieces * 12;
  }
}

@Module({ controllers: [OrdersController] })
class OrdersModule {}

const orders = { name: 'ORDERS', customClass: RedisStreamsClient, options: { redisUrl } };

@Module({ imports: [ClientsModule.register([orders])] })
class ShopModule {}

const startReplica = async () => {
  const strategy = new RedisStreamsServer({ redisUrl, service: 'orders' });
  const replica = await NestFactory.createMicroservice(OrdersModule, {
    strategy,
    logger: ['warn'],
  });
  await replica.listen();
  return replica;
};
const replicas = await Promise.all([startReplica(), startReplica()]);
const shop = await NestFactory.createApplicationContext(ShopModule, { logger: ['warn'] });
const client = shop.get<RedisStreamsClient>('ORDERS');

for (const pieces of [1, 2, 3]) {
  const price = await lastValueFrom(client.send<number>('orders.price', { pieces }));
  console.log(`${pieces} pieces cost ${price}`);
}

await shop.close();
await Promise.all(replicas.map((replica) => replica.close()));
