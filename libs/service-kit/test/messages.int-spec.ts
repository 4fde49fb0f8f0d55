import { Controller, type INestMicroservice, Inject, Logger, Module } from '@nestjs/common';
import {
  defineMessages,
  type ErrorCode,
  errorTable,
  nothing,
  projectDeleted,
} from '@studiolo/contracts';
import { environment } from '@studiolo/testing/environment';
import { eventually } from '@studiolo/testing/eventually';
import { Redis } from 'ioredis';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';

import {
  AppError,
  createService,
  currentContext,
  currentMessage,
  HandleEvent,
  HandleMessage,
  KitModule,
  loadEnv,
  MessageBus,
  messagingSettings,
  processSettings,
  withRequestContext,
} from '../src/index.js';

const { tell, fail, misfit } = defineMessages('storage', {
  tell: {
    request: z.object({ hops: z.number() }),
    reply: z.object({ requestIds: z.array(z.string().optional()) }),
  },
  fail: { request: z.object({ how: z.string() }), reply: nothing },
  misfit: { request: nothing, reply: z.object({ count: z.number() }) },
});
const { neverAnswered } = defineMessages('auth', {
  neverAnswered: { audit: 'nothing', request: nothing, reply: nothing, timeoutMs: 300 },
});

const databaseAway = () => Object.assign(new Error('terminating connection'), { code: '57P01' });
/** Errors that the event's handler throws, one for each attempt. */
const failures: Error[] = [];
const attempts: number[] = [];

@Controller()
class TestController {
  @Inject() private readonly bus!: MessageBus;

  /** Calls itself `hops` times, so that the id has to pass through several messages. */
  @HandleMessage(tell)
  async tell({ hops }: { hops: number }) {
    const further = hops > 1 ? (await this.bus.call(tell, { hops: hops - 1 })).requestIds : [];
    return { requestIds: [currentContext().requestId, ...further] };
  }

  @HandleMessage(fail)
  fail({ how }: { how: string }): Promise<Record<string, never>> {
    if (how === 'database') throw databaseAway();
    if (how === 'bug') throw new TypeError('password hunter2 is not a function');
    throw new AppError('QUOTA_EXCEEDED', { needed: 2048, available: 1024, quota: 4096 });
  }

  @HandleEvent(projectDeleted)
  forget(): Promise<void> {
    attempts.push(currentMessage().getAttempt());
    const failure = failures.shift();
    return failure ? Promise.reject(failure) : Promise.resolve();
  }

  @HandleMessage(misfit)
  misfit() {
    return Promise.resolve({ count: 'many' } as never);
  }
}

const settings = loadEnv(processSettings.extend(messagingSettings.shape), {
  LOG_LEVEL: 'silent',
  REDIS_URL: environment('REDIS_URL'),
  TRANSPORT_SIGNING_KEY: 'the key of the message tests of the kit',
});

@Module({
  imports: [KitModule.forRoot(settings)],
  controllers: [TestController],
})
class TestModule {}

let app: INestMicroservice;
let bus: MessageBus;

beforeAll(async () => {
  Logger.overrideLogger(false);
  app = await createService({ name: 'storage', settings, module: TestModule });
  await app.get(Redis).flushall();
  await app.listen();
  bus = app.get(MessageBus);
});
afterAll(() => app.close());

const refusal = (call: Promise<unknown>) => call.catch((error: unknown) => error);

describe('the request id', () => {
  test('is passed on from message to message', async () => {
    const requestId = uuidv7();
    const call = () => bus.call(tell, { hops: 3 });
    const { requestIds } = await withRequestContext({ requestId }, call);
    expect(requestIds).toEqual([requestId, requestId, requestId]);
  });

  test('defaults to the id of the message', async () => {
    const messageId = uuidv7();
    const { requestIds } = await bus.call(tell, { hops: 2 }, { messageId });
    expect(requestIds).toEqual([messageId, messageId]);
  });

  test('stays separate for simultaneous calls', async () => {
    const ids = Array.from({ length: 30 }, () => uuidv7());
    const replies = await Promise.all(
      ids.map((requestId) => withRequestContext({ requestId }, () => bus.call(tell, { hops: 2 }))),
    );
    expect(replies.map(({ requestIds }) => requestIds)).toEqual(ids.map((id) => [id, id]));
  });
});

describe('a refusal', () => {
  test('arrives as the error that was thrown', async () => {
    const error = await refusal(bus.call(fail, { how: 'quota' }));
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: 'QUOTA_EXCEEDED',
      details: { needed: 2048, available: 1024, quota: 4096 },
      message: 'Not enough storage space: 2 KB needed, 1 KB of 4 KB left',
    });
  });

  test.each<[string, ErrorCode]>([
    ['database', 'UNAVAILABLE'],
    ['bug', 'INTERNAL'],
  ])('because of a %s arrives as %s without details', async (how, code) => {
    const error = await refusal(bus.call(fail, { how }));
    expect(error).toMatchObject({
      code,
      details: {},
      message: errorTable[code].sentence({} as never),
    });
    expect(JSON.stringify(error)).not.toContain('hunter2');
  });

  test('answers a request that breaks the contract before its handler runs', async () => {
    const error = await refusal(bus.call(fail, { how: 5 } as never));
    expect(error).toMatchObject({ code: 'INVALID_REQUEST' });
  });
});

describe('a call', () => {
  test('that nobody answers ends at its deadline', async () => {
    expect(await refusal(bus.call(neverAnswered, {}))).toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('whose reply breaks the contract fails as INTERNAL', async () => {
    expect(await refusal(bus.call(misfit, {}))).toMatchObject({ code: 'INTERNAL' });
  });
});

test('attempts at an event are not counted while the database is away', async () => {
  failures.push(databaseAway(), databaseAway(), new Error('a bug'));
  await bus.publish(projectDeleted, { userId: uuidv7(), projectId: uuidv7() }, uuidv7());
  await eventually(() => expect(attempts).toHaveLength(4));
  expect(attempts).toEqual([1, 1, 1, 2]);
});
