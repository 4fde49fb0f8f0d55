import { type ComponentType, lazy } from 'react';

import { allAnswered } from './api/client';

/** Code waits no longer than this for slow data, in milliseconds: somebody may have tapped the button that needs it. */
const LONGEST_WAIT_MS = 1_000;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Loads code that the page can do without, once the page has been painted and has its data. */
export async function afterData<Code>(load: () => Promise<Code>): Promise<Code> {
  // Browsers paint no hidden page.
  if (!document.hidden) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await wait(0);
  }
  await Promise.race([allAnswered(), wait(LONGEST_WAIT_MS)]);
  return load();
}

/** A part that the page can do without: left out when its code cannot be fetched. */
export function lazyExtra(load: () => Promise<{ default: ComponentType }>) {
  return lazy(() => afterData(load).catch(() => ({ default: () => null })));
}
