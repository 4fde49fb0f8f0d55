// A replica is killed at the worst moments while it handles a message; a peer takes the message over.
import { eventually } from '@studiolo/testing/eventually';

import type { CrashPoint } from './crash-points/crash-point.ts';
import { CrashStack } from './crash-points/crash-stack.ts';
import { type Operation, OPERATIONS } from './crash-points/operations.ts';

const MOMENTS = [
  { letter: 'a', words: 'before COMMIT', at: 'before-commit' },
  { letter: 'b', words: 'after COMMIT and before the reply', at: 'after-commit' },
  {
    letter: 'c',
    words: 'after the reply and before the acknowledgement',
    at: 'before-acknowledgement',
  },
] as const;

let stack: CrashStack;
beforeAll(async () => {
  stack = await CrashStack.start({ replicas: { auth: 2, projects: 2, storage: 2 } });
}, 120_000);
afterAll(() => stack.end(), 30_000);

/** Runs the operation and kills the replica that handles its message, at this moment. */
async function strike({ message, prepare }: Operation, at: (typeof MOMENTS)[number]['at']) {
  await stack.running.ready();
  const { act, status, check } = await prepare(stack);
  await stack.settled();
  const point: CrashPoint = { message, at };
  await stack.crashes.arm(point);
  const answer = await act();
  await stack.crashes.fired();
  expect(answer).toMatchObject({ status });
  await stack.settled();
  await eventually(() => check(answer));
}

// Ordered by moment, so that a service whose replica was killed is left alone for a while.
for (const { letter, words, at } of MOMENTS) {
  for (const operation of OPERATIONS) {
    test(`[${operation.id} ${letter}] ${operation.title}: replica killed ${words}: ${operation.expected}`, () =>
      strike(operation, at));
  }
}
