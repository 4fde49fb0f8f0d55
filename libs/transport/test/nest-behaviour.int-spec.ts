import { Controller } from '@nestjs/common';
import { MessagePattern, Payload, RpcException } from '@nestjs/microservices';
import { redisKinds } from '@studiolo/testing/redis-process';
import { concat, EmptyError, from, type Observable, of, throwError } from 'rxjs';

import { serviceDuringTests } from './support/service.js';

@Controller()
class BehaviourController {
  @MessagePattern('orders.value')
  value(@Payload() data: unknown): unknown {
    return data;
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

  @MessagePattern('orders.rpc-exception')
  rpcException(@Payload() data: string | object): never {
    throw new RpcException(data);
  }

  @MessagePattern('orders.unexpected')
  unexpected(): never {
    throw new TypeError('a secret of the implementation');
  }
}

describe.each(redisKinds)('handlers, as in Nest’s own transports, on %s', (kind) => {
  const rig = serviceDuringTests(kind, BehaviourController);

  const send = (pattern: string, data?: unknown) => rig.client.ask(`orders.${pattern}`, data);

  it.each([[0], [''], [false], ['text ☂'], [[1, [2]]], [{ a: { b: null } }]])(
    'the value %j goes to the handler and back',
    async (value) => {
      expect(await send('value', value)).toEqual(value);
    },
  );

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

  it('an RpcException crosses as its payload, anything else as a fixed sentence', async () => {
    await expect(send('rpc-exception', { code: 'X', n: 1 })).rejects.toEqual({ code: 'X', n: 1 });
    const sentence = (message: string) => ({ status: 'error', message });
    await expect(send('rpc-exception', 'words')).rejects.toEqual(sentence('words'));
    await expect(send('unexpected')).rejects.toEqual(sentence('Internal server error'));
  });
});
