import { type ComponentType, lazy } from 'react';

import { hasEarlyAnswers } from '../api/early-answers';

/** Code waits no longer than this for slow data, in milliseconds. */
const LONGEST_WAIT_MS = 3_000;

/** In this time, in milliseconds, a page paints its data and asks for the pictures that the data names. */
const PAINT_MS = 300;

let urgent = Promise.withResolvers<void>();
/** Loads at once the code that waits now: a message is to be shown, or somebody does what may need the code. */
export function loadWaitingCode(): void {
  urgent.resolve();
  // Code of the next page waits for the data of that page.
  urgent = Promise.withResolvers();
}
for (const event of ['pointerdown', 'keydown', 'click', 'drop'])
  window.addEventListener(event, loadWaitingCode, { capture: true });

/** What the page shows first depends on these. */
const needed = new Set<Promise<unknown>>();
let begun = 0;

/** Code that loads after the data waits for this work, too, such as a call or the making of a thumbnail. */
export async function neededByPage<Result>(work: Promise<Result>): Promise<Result> {
  needed.add(work);
  begun += 1;
  try {
    return await work;
  } finally {
    needed.delete(work);
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when the page shows its data, and the pictures that its data names. */
async function complete(): Promise<void> {
  let begunBefore: number;
  do {
    begunBefore = begun;
    await Promise.allSettled(needed);
    await wait(PAINT_MS);
  } while (begun > begunBefore || hasEarlyAnswers());
}

/** Loads code that the page can do without, once the page and its data have been painted. */
export async function afterData<Code>(load: () => Promise<Code>): Promise<Code> {
  await Promise.race([complete(), urgent.promise, wait(LONGEST_WAIT_MS)]);
  return load();
}

/** A part that the page can do without: left out when its code cannot be fetched. */
export function lazyExtra(load: () => Promise<{ default: ComponentType }>) {
  return lazy(() => afterData(load).catch(() => ({ default: () => null })));
}
