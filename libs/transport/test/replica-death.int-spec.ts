import { eventually } from '@studiolo/testing/eventually';
import { lastValueFrom } from 'rxjs';

import { StreamRecord } from '../src/index.js';
import { Load } from './support/load.js';
import { bestRedis, REQUESTS, Stage } from './support/stage.js';

describe(`replicas that die, on ${bestRedis}`, () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await Stage.set();
    await stage.enter(4);
  }, 90_000);

  afterAll(() => stage.clear());

  const perform = (record: StreamRecord) =>
    lastValueFrom(stage.client.send('orders.perform', record));
  const runsOf = (messageId: string) =>
    stage.ledger.allRuns().filter((id) => id === messageId).length;

  it.each([
    ['before the effect', 'effect', 'done'],
    ['after the effect and before the answer', 'answer', 'done before'],
  ] as const)('%s are followed by a peer: one effect, one answer', async (_, dieBefore, answer) => {
    const messageId = `dies-before-${dieBefore}`;
    expect(await perform(new StreamRecord({ dieBefore }, { messageId }))).toBe(answer);
    expect(runsOf(messageId)).toBe(2);
    expect(stage.ledger.allEffects()).toContain(messageId);
  });

  it('under load fail no caller, and nothing answered is without effect', async () => {
    const load = new Load(stage.client, { takesMs: 20 }, 20);
    await eventually(() => expect(load.answers).toBeGreaterThan(100));
    await stage.replicas.find(({ isRunning }) => isRunning)?.end('SIGKILL');
    const before = load.answers;
    await eventually(() => expect(load.answers).toBeGreaterThan(before + 100));
    expect(await load.finish(stage.ledger)).toMatchObject({ failures: {}, lost: 0 });
  });

  it('leave nothing pending and no consumer behind', async () => {
    await eventually(async () => {
      expect(await stage.consumers()).toBe(1);
      expect(await stage.commands.xlen(REQUESTS)).toBe(0);
    });
  });
});
