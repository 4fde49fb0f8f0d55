// An event whose handler fails is tried again, parked, and replayed when the fault is mended. Needs a Redis at REDIS_URL.
import { setTimeout as pause } from 'node:timers/promises';

import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientsModule, Ctx, EventPattern, Payload, RpcException } from '@nestjs/microservices';
import {
  DeadLetters,
  RedisStreamsClient,
  RedisStreamsContext,
  RedisStreamsServer,
} from 'nestjs-redis-streams';
import { lastValueFrom } from 'rxjs';

const redisUrl = process.env.REDIS_URL ?? 'redis://localhost:6379';
let isPrinterBroken = true;
let isPrinted = false;

@Controller()
class InvoicesController {
  @EventPattern<string>('order.placed')
  print(@Payload() order: { id: number }, @Ctx() context: RedisStreamsContext): void {
    console.log(`order ${order.id}, try ${context.getAttempt()}`);
    if (isPrinterBroken) throw new RpcException('out of paper');
    isPrinted = true;
    console.log('printed');
  }
}

@Module({ controllers: [InvoicesController] })
class InvoicesModule {}

const options = { redisUrl, eventRoutes: { 'order.placed': ['invoices'] } };

@Module({
  imports: [ClientsModule.register([{ name: 'SHOP', customClass: RedisStreamsClient, options }])],
})
class ShopModule {}

const strategy = new RedisStreamsServer({
  ...{ redisUrl, service: 'invoices', maxEventAttempts: 2, eventRetryBaseMs: 50 },
});
const invoices = await NestFactory.createMicroservice(InvoicesModule, { strategy, logger: false });
await invoices.listen();
const shop = await NestFactory.createApplicationContext(ShopModule, { logger: ['warn'] });
const client = shop.get<RedisStreamsClient>('SHOP');

await lastValueFrom(client.emit('order.placed', { id: 7 }), { defaultValue: undefined });
const letters = new DeadLetters(client.unwrap()[0], 'invoices');
while ((await letters.count()) === 0) await pause(20);
const [letter] = await letters.list();
console.log(`parked after ${letter?.attempts} tries: ${letter?.data}`);

isPrinterBroken = false;
console.log('mended');
await letters.replay('all');
while (!isPrinted) await pause(20);

await shop.close();
await invoices.close();
