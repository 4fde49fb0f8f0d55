import type { Page } from '@playwright/test';

import { open, picture, projectWith, PUBLIC_PAGES, SIGNED_IN_PAGES } from './support/studio.ts';
import { expect, test } from './support/test.ts';

test.use({ hasTouch: true, viewport: { width: 360, height: 740 } });

/** The controls that answer to less than a finger's width or height around their middle. */
function smallControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const FINGER_PX = 44;
    const isHit = (control: Element, x: number, y: number) => {
      const target = document.elementFromPoint(x, y);
      const labels = control instanceof HTMLInputElement ? [...(control.labels ?? [])] : [];
      return [control, ...labels].some((element) => element.contains(target));
    };
    /** How far the control answers from its middle in one direction. */
    const reach = (control: Element, stepX: number, stepY: number) => {
      const { left, top, width, height } = control.getBoundingClientRect();
      const [x, y] = [left + width / 2 + stepX, top + height / 2 + stepY];
      let pixels = 0;
      while (pixels < FINGER_PX && isHit(control, x + stepX * pixels, y + stepY * pixels))
        pixels += 1;
      return pixels;
    };
    const controls = document.querySelectorAll('a[href], button, input, select, textarea');
    return [...controls].flatMap((control) => {
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      // The link to the content lies above the window until it has the focus; the picker behind its button is clipped.
      const { clipPath, position, pointerEvents } = getComputedStyle(control);
      const isOutside = position === 'fixed' && control.getBoundingClientRect().bottom < 0;
      const isSeen = control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (isOutside || clipPath !== 'none' || pointerEvents === 'none' || !isSeen) return [];
      const width = reach(control, -1, 0) + reach(control, 1, 0) + 1;
      const height = reach(control, 0, -1) + reach(control, 0, 1) + 1;
      const name = control.getAttribute('aria-label') ?? control.textContent;
      // A box may begin between two pixels.
      return Math.min(width, height) < FINGER_PX - 1 ? [`${name}: ${width} × ${height}`] : [];
    });
  });
}

test.describe('fingers find 44 pixels on each control', () => {
  for (const path of PUBLIC_PAGES) {
    test(`at ${path}`, async ({ page }) => {
      await open(page, path);
      expect(await smallControls(page)).toEqual([]);
    });
  }

  test('on the pages of somebody with projects and files', async ({ page, account }) => {
    test.slow();
    const id = await projectWith(account, [picture('dawn.png'), picture('dusk.png')]);
    for (const path of [...SIGNED_IN_PAGES, `/projects/${id}`, `/projects/${id}?frames=small`]) {
      await test.step(path, async () => {
        await open(page, path);
        expect(await smallControls(page)).toEqual([]);
      });
    }
  });
});
