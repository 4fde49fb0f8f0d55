import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';

/** The events that an `EchoController` of this test file has received. */
export const heard: unknown[] = [];

@Controller()
export class EchoController {
  @MessagePattern('orders.echo')
  echo(@Payload() data: unknown): unknown {
    return data;
  }

  @EventPattern<string>('orders.happened')
  happened(@Payload() data: unknown): void {
    heard.push(data);
  }
}
