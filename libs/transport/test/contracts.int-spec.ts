import { Controller } from '@nestjs/common';
import { EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import { lastValueFrom } from 'rxjs';
import { z } from 'zod';

import { ContractClient, ContractPipe, type DataOf, type ResponseOf } from '../src/contracts.js';
import { DeadLetters, type RedisStreamsClient } from '../src/index.js';
import { connectedClient, readyReplica, type RunningService } from './support/service.js';

const order = z.object({ pieces: z.number().int().positive(), due: z.iso.datetime() });
const dated = order.transform(({ due, ...rest }) => ({ ...rest, due: new Date(due) }));
const place = {
  pattern: 'orders.place',
  data: dated,
  response: z.object({ total: z.string().transform(Number).pipe(z.number()) }),
};
const placed = { pattern: 'orders.placed', data: dated };
const heard: unknown[] = [];
let total = '24';

@Controller()
class OrdersController {
  @MessagePattern(place.pattern)
  place(@Payload(new ContractPipe(place)) data: DataOf<typeof place>): ResponseOf<typeof place> {
    heard.push(data.due.getTime());
    return { total };
  }

  @EventPattern<string>(placed.pattern)
  placed(@Payload(new ContractPipe(placed)) data: DataOf<typeof placed>): void {
    heard.push(data.due.getTime());
  }
}

describe.each(redisKinds)('contracts on %s', (kind) => {
  const due = '2026-11-23T10:00:00Z';
  let redis: RedisProcess;
  let replica: RunningService;
  let client: ContractClient;
  let connection: RedisStreamsClient;

  beforeAll(async () => {
    redis = await RedisProcess.start(kind);
    replica = await readyReplica(OrdersController, { redisUrl: redis.url });
    const eventRoutes = { [placed.pattern]: ['orders'] };
    connection = await connectedClient({ redisUrl: redis.url, eventRoutes });
    client = new ContractClient(connection);
  });

  beforeEach(() => {
    heard.length = 0;
    total = '24';
  });

  afterAll(async () => {
    connection.close();
    await replica.close();
    await redis.stop();
  });

  const ask = (pieces: number) => lastValueFrom(client.send(place, { pieces, due }));

  it('give the handler and the caller what the schemas return', async () => {
    const response: { total: number } = await ask(2);
    expect(response).toEqual({ total: 24 });
    expect(heard).toEqual([Date.parse(due)]);
  });

  it('are types: other data does not compile, and is refused', async () => {
    // @ts-expect-error The number of pieces is missing.
    const refused = lastValueFrom(client.send(place, { due }));
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_DATA' });
  });

  it('refuse a request with invalid data, and name the place, before the handler', async () => {
    await expect(ask(0)).rejects.toMatchObject({
      code: 'INVALID_DATA',
      message: expect.stringMatching(/^orders\.place: pieces: /) as string,
    });
    expect(heard).toEqual([]);
  });

  it('tell a caller about a response that is not as promised', async () => {
    total = 'much';
    await expect(ask(2)).rejects.toMatchObject({
      code: 'INVALID_DATA',
      message: expect.stringMatching(/^The response of orders\.place: total: /) as string,
    });
  });

  it('park an event with invalid data at its first try, with the reason', async () => {
    const letters = new DeadLetters(connection.unwrap()[0], 'orders');
    await lastValueFrom(client.emit(placed, { pieces: -1, due }), { defaultValue: undefined });
    await lastValueFrom(client.emit(placed, { pieces: 1, due }), { defaultValue: undefined });
    await eventually(async () => {
      expect(await letters.list()).toMatchObject([
        { attempts: 1, reason: expect.stringMatching(/^orders\.placed: pieces: /) as string },
      ]);
    });
    await eventually(() => expect(heard).toEqual([Date.parse(due)]));
  });
});
