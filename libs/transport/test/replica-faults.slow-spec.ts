import { jest } from '@jest/globals';
import { eventually } from '@studiolo/testing/eventually';
import { lastValueFrom } from 'rxjs';

import { StreamRecord } from '../src/index.js';
import { Load } from './support/load.js';
import { bestRedis, EVENTS, Stage } from './support/stage.js';

jest.setTimeout(300_000);

const CALLERS = 50;
/** Answers between two faults. */
const ANSWERS_BETWEEN = 500;
const WORK = { takesMs: 5 };

describe(`fifty callers on ${bestRedis}`, () => {
  let stage: Stage;

  beforeEach(async () => {
    stage = await Stage.set();
    await stage.enter(2);
  });

  afterEach(() => stage.clear());

  it('do not notice that one of two replicas is killed, five times over', async () => {
    const load = new Load(stage.client, WORK, CALLERS);
    for (let round = 0; round < 5; round += 1) {
      const before = load.answers;
      await eventually(() => expect(load.answers).toBeGreaterThan(before + ANSWERS_BETWEEN));
      await stage.replicas.find(({ isRunning }) => isRunning)?.end('SIGKILL');
      await stage.enter(1);
    }
    const report = await load.finish(stage.ledger);
    console.info('five SIGKILLs:', report);
    expect(report).toMatchObject({ failures: {}, lost: 0 });
    expect(report.worstMs).toBeLessThan(5_000);
  });

  it('do not notice that replicas are replaced one after another', async () => {
    const load = new Load(stage.client, WORK, CALLERS);
    for (let round = 0; round < 6; round += 1) {
      const before = load.answers;
      await eventually(() => expect(load.answers).toBeGreaterThan(before + ANSWERS_BETWEEN));
      const old = stage.replicas.find(({ isRunning }) => isRunning);
      await stage.enter(1);
      expect(await old?.end('SIGTERM')).toBe(0);
    }
    const report = await load.finish(stage.ledger);
    console.info('six SIGTERMs:', report);
    expect(report).toMatchObject({ failures: {}, lost: 0, repeatedRuns: 0 });
  });

  it('are served although one request kills every replica that takes it', async () => {
    await stage.enter(2);
    const work = { dieBefore: 'effect', dieAlways: true } as const;
    const record = new StreamRecord(work, { timeoutMs: 20_000 });
    const load = new Load(stage.client, WORK, 10);
    const deadly = lastValueFrom(stage.client.send('orders.perform', record));
    await expect(deadly).rejects.toMatchObject({ status: 'error' });
    expect(stage.replicas.filter(({ isRunning }) => isRunning)).toHaveLength(1);
    expect(await load.finish(stage.ledger)).toMatchObject({ failures: {}, lost: 0 });
  });

  it('may store events whose replica dies: each has its effect once', async () => {
    const messageIds = Array.from({ length: 20 }, (_, at) => `event-${at}`);
    await stage.enter(1);
    for (const [at, messageId] of messageIds.entries()) {
      const work = at % 10 === 0 ? { dieBefore: 'answer' as const } : {};
      const record = new StreamRecord(work, { messageId });
      await lastValueFrom(stage.client.emit('orders.performed', record), { defaultValue: null });
    }
    await eventually(async () => expect(await stage.commands.xlen(EVENTS)).toBe(0));
    expect(stage.ledger.allEffects()).toEqual(new Set(messageIds));
  });
});
