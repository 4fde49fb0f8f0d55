import type { Page } from '@playwright/test';

interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean;
  value: number;
  sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
}

/** When its font arrives, a word may get a few pixels wider or narrower. */
const LEAST_SHIFT = 0.001;

/** What has moved on the page so far without anybody's doing, and how far; nothing when all is still. */
export async function movedOn(page: Page): Promise<string[]> {
  return page.evaluate(async (least) => {
    const moves: string[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const { hadRecentInput, value, sources } of list.getEntries() as LayoutShift[]) {
        if (hadRecentInput || value < least) continue;
        for (const { node, previousRect: from, currentRect: to } of sources)
          moves.push(
            `${value.toFixed(4)} ${node?.nodeName} ${(node as HTMLElement | null)?.className}: ` +
              `${JSON.stringify(from)} to ${JSON.stringify(to)}`,
          );
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    // The observer is told within a frame; requestAnimationFrame stands still where a test has stopped the clock.
    await new Promise((resolve) => new IntersectionObserver(resolve).observe(document.body));
    await new Promise((resolve) => setTimeout(resolve));
    return moves;
  }, LEAST_SHIFT);
}
