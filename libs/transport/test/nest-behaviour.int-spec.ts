import {
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  Catch,
  Controller,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  type PipeTransform,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { Ctx, EventPattern, MessagePattern, Payload, RpcException } from '@nestjs/microservices';
import { eventually } from '@studiolo/testing/eventually';
import { redisKinds, RedisProcess } from '@studiolo/testing/redis-process';
import {
  concat,
  EmptyError,
  from,
  lastValueFrom,
  map,
  type Observable,
  of,
  throwError,
} from 'rxjs';

import type { RedisStreamsClient } from '../src/index.js';
import { connectedClient, readyReplica, type RunningService } from './support/service.js';

class OutOfStock extends Error {}

@Catch(OutOfStock)
class OutOfStockFilter implements ExceptionFilter {
  catch(error: OutOfStock, _host: ArgumentsHost): Observable<never> {
    return throwError(() => ({ code: 'OUT_OF_STOCK', message: error.message }));
  }
}

@Injectable()
class Envelope implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((value: unknown) => ({ value })));
  }
}

@Injectable()
class NobodyEnters implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    return context.getType() !== 'rpc';
  }
}

@Injectable()
class Doubling implements PipeTransform<number, number> {
  transform(value: number): number {
    return value * 2;
  }
}

const heard: unknown[] = [];

@Controller()
class BehaviourController {
  @MessagePattern('orders.value')
  value(@Payload() data: unknown): unknown {
    return data;
  }

  @MessagePattern('orders.property')
  property(@Payload('title') title: string): string {
    return title;
  }

  @MessagePattern('orders.piped')
  piped(@Payload(Doubling) value: number): number {
    return value;
  }

  @MessagePattern('orders.promise')
  async promise(@Payload() data: unknown): Promise<unknown> {
    await Promise.resolve();
    return data;
  }

  @MessagePattern('orders.nothing')
  nothing(): void {
    return undefined;
  }

  @MessagePattern('orders.null')
  null(): null {
    return null;
  }

  @MessagePattern('orders.several')
  several(): Observable<number> {
    return from([1, 2, 3]);
  }

  @MessagePattern('orders.empty')
  empty(): Observable<never> {
    return from([]);
  }

  @MessagePattern('orders.breaks-off')
  breaksOff(): Observable<number> {
    return concat(
      of(1),
      throwError(() => new RpcException({ code: 'CUT' })),
    );
  }

  @UseInterceptors(Envelope)
  @MessagePattern('orders.intercepted')
  intercepted(@Payload() data: unknown): unknown {
    return of(data);
  }

  @UseGuards(NobodyEnters)
  @MessagePattern('orders.guarded')
  guarded(): string {
    return 'inside';
  }

  @UseFilters(OutOfStockFilter)
  @MessagePattern('orders.filtered')
  filtered(): never {
    throw new OutOfStock('0 of 36');
  }

  @MessagePattern('orders.rpc-exception')
  rpcException(@Payload() data: string | object): never {
    throw new RpcException(data);
  }

  @MessagePattern('orders.unexpected')
  unexpected(): never {
    throw new TypeError('a secret of the implementation');
  }

  @MessagePattern('orders.context')
  context(@Ctx() context: object): boolean {
    return 'getArgs' in context;
  }

  @EventPattern<string>('orders.happened')
  happened(@Payload() data: unknown): void {
    heard.push(data);
  }
}

@Controller()
class SecondListener {
  @EventPattern<string>('orders.happened')
  happened(@Payload() data: unknown): Observable<unknown> {
    heard.push(data);
    return of(data);
  }
}

describe.each(redisKinds)('handlers, as in Nest’s own transports, on %s', (kind) => {
  let redis: RedisProcess;
  let replica: RunningService;
  let client: RedisStreamsClient;

  beforeAll(async () => {
    redis = await RedisProcess.start(kind);
    const { url: redisUrl } = redis;
    replica = await readyReplica([BehaviourController, SecondListener], { redisUrl });
    client = await connectedClient({ redisUrl, eventRoutes: { 'orders.happened': ['orders'] } });
  });

  afterAll(async () => {
    client.close();
    await replica.close();
    await redis.stop();
  });

  const send = (pattern: string, data: unknown = {}) =>
    lastValueFrom(client.send<unknown>(`orders.${pattern}`, data));

  it.each([[0], [''], [false], ['text'], [[1, [2]]], [{ a: { b: null } }]])(
    'the value %j goes to the handler and back',
    async (value) => {
      expect(await send('value', value)).toEqual(value);
    },
  );

  it('@Payload picks a property and runs pipes', async () => {
    expect(await send('property', { title: 'Harbour' })).toBe('Harbour');
    expect(await send('piped', 21)).toBe(42);
  });

  it('@Ctx is the context of the transport', async () => {
    expect(await send('context')).toBe(true);
  });

  it('a promise is awaited, null is a value, and nothing is no value', async () => {
    expect(await send('promise', 7)).toBe(7);
    expect(await send('null')).toBeNull();
    await expect(send('nothing')).rejects.toBeInstanceOf(EmptyError);
  });

  it('an observable gives its last value, an empty one none, and one that breaks off its error', async () => {
    expect(await send('several')).toBe(3);
    await expect(send('empty')).rejects.toBeInstanceOf(EmptyError);
    await expect(send('breaks-off')).rejects.toEqual({ code: 'CUT' });
  });

  it('interceptors change the answer, guards refuse, filters shape the error', async () => {
    expect(await send('intercepted', 1)).toEqual({ value: 1 });
    const forbidden = { status: 'error', message: 'Forbidden resource' };
    await expect(send('guarded')).rejects.toEqual(forbidden);
    const outOfStock = { code: 'OUT_OF_STOCK', message: '0 of 36' };
    await expect(send('filtered')).rejects.toEqual(outOfStock);
  });

  it('an RpcException crosses as its payload, anything else as a fixed sentence', async () => {
    await expect(send('rpc-exception', { code: 'X', n: 1 })).rejects.toEqual({ code: 'X', n: 1 });
    await expect(send('rpc-exception', 'words')).rejects.toEqual({
      status: 'error',
      message: 'words',
    });
    await expect(send('unexpected')).rejects.toEqual({
      status: 'error',
      message: 'Internal server error',
    });
  });

  it('an emitted event reaches every listener of the service', async () => {
    heard.length = 0;
    client.emit('orders.happened', { n: 1 });
    await eventually(() => expect(heard).toEqual([{ n: 1 }, { n: 1 }]));
  });
});
