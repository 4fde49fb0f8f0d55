// One replica of the measured service: `replica.ts <transport> <addresses as JSON> <limits as JSON>`.
import { Controller } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MessagePattern, Payload } from '@nestjs/microservices';

import {
  type Addresses,
  type ReplicaLimits,
  serverOptions,
  type TransportName,
} from './transports.js';

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

const [name, addresses, limits] = process.argv.slice(2) as [string, string, string];
const app = await NestFactory.createMicroservice(
  { module: BenchModule, controllers: [BenchController] },
  {
    logger: ['error', 'warn'],
    ...serverOptions(
      name as TransportName,
      JSON.parse(addresses) as Addresses,
      JSON.parse(limits) as ReplicaLimits,
    ),
  },
);
await app.listen();
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
process.once('disconnect', () => process.exit(0));
process.on('message', () => process.send?.(process.cpuUsage()));
process.send?.('ready');
