import type { Locator, Page } from '@playwright/test';

import { movedOn } from './support/layout-shift.ts';
import {
  MIB,
  newProject,
  newProjects,
  open,
  picture,
  projectOf,
  slowNetwork,
  toast,
} from './support/studio.ts';
import { expect, test } from './support/test.ts';

const PHONE = { width: 360, height: 740 };
const TABLET = { width: 768, height: 1024 };
const DESK = { width: 1440, height: 900 };
/** How long a toast stays. */
const TOAST_MS = 5_000;
/** How long a cancelled sign-in is shown. */
const REDIRECT_MS = 3_000;

/**
 * The enabled controls that have a pixel in common with a toast: at no point of it is one below, unless something opaque
 * lies between them that reaches over the whole width of the content, as the edge of a window does.
 */
function controlsUnderToasts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const STEP = 6;
    const CONTROL = ':is(a[href], button, input, select, label, summary):not(:disabled)';
    const content = document.querySelector('main')!.getBoundingClientRect();
    const isOpaqueEdge = (element: Element) => {
      const { left, right, bottom } = element.getBoundingClientRect();
      const isOpaque = getComputedStyle(element).backgroundColor.startsWith('rgb(');
      return isOpaque && left <= content.left && right >= content.right && bottom >= innerHeight;
    };
    // Most points have the same layers.
    const edges = new Map<Element, boolean>();
    const isEdge = (element: Element) => {
      const known = edges.get(element) ?? isOpaqueEdge(element);
      edges.set(element, known);
      return known;
    };
    const under = (x: number, y: number) => {
      const layers = document
        .elementsFromPoint(x, y)
        .filter((layer) => !layer.closest('li[data-type]'));
      const edge = layers.findIndex(isEdge);
      const seen = layers.slice(0, edge < 0 ? undefined : edge);
      return seen.flatMap((layer) => layer.closest(CONTROL) ?? []);
    };
    const steps = (from: number, to: number) =>
      Array.from({ length: Math.floor((to - from) / STEP) }, (_, index) => from + 1 + index * STEP);
    const toasts = [...document.querySelectorAll('li[data-type]')];
    const found = toasts.flatMap((shown) => {
      const { left, right, top, bottom } = shown.getBoundingClientRect();
      return steps(left, right).flatMap((x) => steps(top, bottom).flatMap((y) => under(x, y)));
    });
    return [...new Set(found)].map((one) => one.getAttribute('aria-label') ?? one.textContent);
  });
}

const scrollTo = (page: Page, share: number) =>
  page.evaluate((part) => {
    window.scrollTo({
      top: (document.body.scrollHeight - innerHeight) * part,
      behavior: 'instant',
    });
  }, share);

/** The upper edge of what stands at the lower edge of the window. */
const edgeOf = async (shown: Locator) => (await shown.boundingBox())!.y;

/** A toast covers nothing wherever the page is scrolled to, and at its end all of the page is above it. */
async function expectClear(page: Page, shown: Locator, last: Locator) {
  // The pointer keeps it.
  await shown.hover();
  for (const share of [0, 0.5, 1]) {
    await scrollTo(page, share);
    expect(await controlsUnderToasts(page), `scrolled to ${share}`).toEqual([]);
  }
  const { y, height } = (await last.boundingBox())!;
  expect(y + height).toBeLessThanOrEqual(await edgeOf(shown));
}

async function deleteFile(page: Page, name: string) {
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

for (const viewport of [PHONE, TABLET, DESK]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('no toast covers a control of a sheet of 60 files', async ({ page, account }) => {
      await page.clock.install();
      await open(page, `/projects/${await projectOf(account, 60)}`);
      const frames = page.getByRole('button', { name: /^Preview / });
      await page.getByRole('button', { name: 'Download IMG_0.png' }).click();
      await expectClear(page, toast(page, 'File downloaded successfully'), frames.last());
      // Whoever reads the end of the page when the toast goes stays there.
      const place = await frames.last().boundingBox();
      await page.mouse.move(1, 1);
      await page.clock.fastForward(TOAST_MS);
      await expect(page.locator('li[data-type]')).toHaveCount(0, { timeout: 15_000 });
      expect(await frames.last().boundingBox()).toEqual(place);
      expect(await movedOn(page)).toEqual([]);

      await page.getByLabel('Choose files').setInputFiles([picture('new.png')]);
      await page.getByRole('button', { name: 'Upload 1 file' }).click();
      const stored = toast(page, 'File uploaded successfully');
      await expectClear(page, stored, frames.last());

      await scrollTo(page, 0.5);
      await deleteFile(page, 'IMG_30.png');
      const deleted = toast(page, 'File deleted successfully');
      await expectClear(page, deleted, frames.last());

      await scrollTo(page, 0);
      await frames.first().focus();
      for (let step = 0; step < 40; step += 1) {
        await page.keyboard.press('ArrowDown');
        const [frame, edge] = await Promise.all([
          page.locator('[data-frame]:focus').boundingBox(),
          edgeOf(deleted),
        ]);
        expect(frame!.y + frame!.height).toBeLessThanOrEqual(edge);
      }
    });

    test('no toast covers a control of a full list, board or storage', async ({
      page,
      account,
    }) => {
      await projectOf(account, 40);
      await newProjects(account, 23);
      for (const [path, status] of [
        ['/projects', 'Review'],
        ['/projects?density=small', 'Completed'],
        ['/projects?view=board', 'In Progress'],
      ] as const) {
        await open(page, path);
        await page
          .getByRole('button', { name: /^Status of/ })
          .nth(1)
          .click();
        await page.getByRole('menuitemradio', { name: status }).click();
        const changed = toast(page, 'Project updated successfully');
        await expectClear(page, changed, page.getByRole('main').getByRole('link').last());
      }
      await open(page, '/storage');
      await deleteFile(page, 'IMG_20.png');
      const deleted = toast(page, 'File deleted successfully');
      await expectClear(page, deleted, page.getByRole('row').last());
    });
  });
}

for (const viewport of [PHONE, DESK]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    test('a toast stands above the bar of a selection and the line that says offline', async ({
      page,
      account,
    }) => {
      await open(page, `/projects/${await projectOf(account, 20)}`);
      for (const name of ['IMG_0.png', 'IMG_1.png'])
        await page.getByRole('checkbox', { name: `Select ${name}` }).check();
      await deleteFile(page, 'IMG_3.png');
      await toast(page, 'File deleted successfully').hover();
      await page.context().setOffline(true);
      await expect(page.getByText('You are offline').last()).toBeVisible();
      const stack = [
        toast(page, 'File deleted successfully'),
        page.getByRole('group', { name: 'Selected files' }),
        page.getByText('You are offline').last(),
      ];
      const boxes = await Promise.all(stack.map((one) => one.boundingBox()));
      boxes.reduce((above, below) => {
        expect(above!.y + above!.height).toBeLessThanOrEqual(below!.y);
        return below;
      });
    });

    test('a toast leaves a dialog and the controls of the viewer free', async ({
      page,
      account,
    }) => {
      await open(page, `/projects/${await projectOf(account, 3)}`);
      await deleteFile(page, 'IMG_0.png');
      await toast(page, 'File deleted successfully').hover();
      await page.getByRole('button', { name: 'Edit' }).press('Enter');
      const save = page.getByRole('dialog').getByRole('button', { name: 'Save Changes' });
      await save.focus();
      const { y, height } = (await save.boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(
        await edgeOf(toast(page, 'File deleted successfully')),
      );
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Preview IMG_1.png' }).press('Enter');
      const viewer = page.getByRole('dialog');
      await viewer.getByRole('button', { name: 'Details' }).click();
      await viewer.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await expect(viewer).toHaveAccessibleName('IMG_2.png');
      // Without force, only what nothing lies on can be hovered.
      await toast(page, 'File deleted successfully').hover();
      expect(await controlsUnderToasts(page)).toEqual([]);
    });
  });
}

/** Waits until Tab or a finger could reach it above the toasts. */
async function expectAbove(control: Locator, shown: Locator) {
  await control.focus();
  await expect(async () => {
    const { y, height } = (await control.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(await edgeOf(shown));
  }).toPass();
}

for (const viewport of [PHONE, { width: 360, height: 480 }, TABLET, DESK]) {
  test.describe(`at ${viewport.width} × ${viewport.height} px`, () => {
    test.use({ viewport });

    test('no toast covers a control of a list or of the tray of uploads', async ({
      page,
      account,
    }) => {
      await newProjects(account, 12);
      await open(page, `/projects/${await newProject(account, { title: 'Ridge at Dawn' })}`);
      const network = await slowNetwork(page);
      await page.getByLabel('Choose files').setInputFiles([picture('slow.png', 3 * MIB)]);
      await page.getByRole('button', { name: 'Upload 1 file' }).click();
      await page.getByRole('link', { name: 'Back to Projects' }).click();
      const cancel = page.getByRole('button', { name: 'Cancel the upload to Ridge at Dawn' });
      await expect(cancel).toBeVisible();
      await page
        .getByRole('button', { name: /^Status of/ })
        .nth(1)
        .click();
      await page.getByRole('menuitemradio', { name: 'Review' }).click();
      const changed = toast(page, 'Project updated successfully');
      await expectClear(page, changed, page.getByRole('main').getByRole('link').last());
      // Without force, only what nothing lies on can be hovered.
      await cancel.hover();
      await network.heal();
    });

    test('no toast covers a control of the page that a cancelled sign-in leads to', async ({
      page,
    }) => {
      await page.clock.install();
      await page.goto('/auth/google/callback?error=access_denied');
      const cancelled = toast(page, 'Google authentication was cancelled');
      await cancelled.hover();
      await page.clock.fastForward(REDIRECT_MS);
      await page.waitForURL('/login');
      const last = page.getByRole('main').getByRole('link').last();
      await expectClear(page, cancelled, last);
      for (const control of [page.getByRole('button', { name: 'Sign In' }), last])
        await expectAbove(control, cancelled);
    });
  });
}

for (const viewport of [PHONE, { width: 360, height: 480 }, TABLET]) {
  test(`no toast covers a control of the menu at ${viewport.width} × ${viewport.height} px`, async ({
    page,
    account,
  }) => {
    await page.setViewportSize(viewport);
    await open(page, `/projects/${await projectOf(account, 3)}`);
    await deleteFile(page, 'IMG_0.png');
    const deleted = toast(page, 'File deleted successfully');
    await deleted.hover();
    await page.getByRole('button', { name: 'Open menu' }).press('Enter');
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    expect(await controlsUnderToasts(page)).toEqual([]);
    for (const control of await menu.locator('a[href], button').all())
      await expectAbove(control, deleted);
  });
}
