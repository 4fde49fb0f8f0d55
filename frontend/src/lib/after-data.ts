import { type ComponentType, lazy } from 'react';

import { unansweredCalls } from './api/client';

/** Code waits no longer than this for slow data, in milliseconds: somebody may have tapped the button that needs it. */
const LONGEST_WAIT_MS = 1_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when the browser has painted what React is about to render. */
async function painted(): Promise<void> {
  // React renders in a task of its own, before the first frame or during it; the second frame begins after its paint.
  for (let frame = 0; frame < 2 && !document.hidden; frame += 1)
    await new Promise((resolve) => requestAnimationFrame(resolve));
}

/** Resolves when the page shows its data, and the pictures that its data names. */
async function complete(): Promise<void> {
  await painted();
  do {
    await Promise.allSettled(unansweredCalls);
    await painted();
  } while (unansweredCalls.size > 0);
}

/** Loads code that the page can do without, once the page and its data have been painted. */
export async function afterData<Code>(load: () => Promise<Code>): Promise<Code> {
  await Promise.race([complete(), wait(LONGEST_WAIT_MS)]);
  return load();
}

/** A part that the page can do without: left out when its code cannot be fetched. */
export function lazyExtra(load: () => Promise<{ default: ComponentType }>) {
  return lazy(() => afterData(load).catch(() => ({ default: () => null })));
}
