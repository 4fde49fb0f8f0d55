// One replica of the measured service: `replica.ts <address of the adapter module> <broker's address as JSON>`.
import { Controller } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MessagePattern, Payload } from '@nestjs/microservices';

import type { BenchAdapter } from './bench-adapter.js';

const HANDLER_MS = 5;

@Controller()
class BenchController {
  @MessagePattern('bench.echo')
  echo(@Payload() data: unknown): unknown {
    return data;
  }

  @MessagePattern('bench.five-milliseconds')
  async wait(@Payload() data: unknown): Promise<unknown> {
    await new Promise((resolve) => setTimeout(resolve, HANDLER_MS));
    return data;
  }
}

class BenchModule {}

const [adapterUrl = '', address = 'null'] = process.argv.slice(2);
const adapter = (await import(adapterUrl)) as BenchAdapter;
const app = await NestFactory.createMicroservice(
  { module: BenchModule, controllers: [BenchController] },
  { logger: ['error', 'warn'], ...(await adapter.serverOptions(JSON.parse(address))) },
);
await app.listen();
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
process.once('disconnect', () => process.exit(0));
process.send?.('ready');
