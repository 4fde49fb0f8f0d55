import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';

/** What the `EchoController`s of this test file have received. */
export const heard: unknown[] = [];

@Controller()
export class EchoController {
  @MessagePattern('orders.echo')
  echo(@Payload() data: unknown): unknown {
    heard.push(data);
    return data;
  }

  @EventPattern<string>('orders.happened')
  happened(@Payload() data: unknown): void {
    heard.push(data);
  }
}
