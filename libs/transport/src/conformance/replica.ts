// One replica of the service: `replica <address of the adapter module> <broker's address as JSON>`. It tells its parent
// when a handler begins and ends.
import { setTimeout as delay } from 'node:timers/promises';

import { Controller } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';

import {
  type Adapter,
  ENDLESS_REQUEST,
  EVENT,
  REQUEST,
  type RunNotice,
  type Work,
} from './adapter.js';

const runs = new Map<string, number>();

function tell(id: string, isOver: boolean): void {
  process.send?.({ id, isOver, at: Date.now() } satisfies RunNotice);
}

async function run({ id, takesMs = 0, failures = 0 }: Work): Promise<string> {
  const count = (runs.get(id) ?? 0) + 1;
  runs.set(id, count);
  tell(id, false);
  await delay(takesMs);
  tell(id, true);
  if (count <= failures) throw new Error(`Failure ${count} of ${failures}`);
  return id;
}

@Controller()
class ConformanceController {
  @MessagePattern(REQUEST)
  work(@Payload() work: Work): Promise<string> {
    return run(work);
  }

  @MessagePattern(ENDLESS_REQUEST)
  wait(): Promise<never> {
    return new Promise(() => undefined);
  }

  @EventPattern<string>(EVENT)
  async happened(@Payload() work: Work): Promise<void> {
    await run(work);
  }
}

class ConformanceModule {}

const [adapterUrl = '', address = 'null'] = process.argv.slice(2);
const adapter = (await import(adapterUrl)) as Adapter;
const app = await NestFactory.createMicroservice(
  { module: ConformanceModule, controllers: [ConformanceController] },
  { logger: false, ...(await adapter.serverOptions(JSON.parse(address))) },
);
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
process.once('disconnect', () => process.exit(1));
await app.listen();
process.send?.('listening');
