import type { Locator } from '@playwright/test';
import { freshEmail, PASSWORD } from '@studiolo/testing/accounts';
import { linkMailedTo } from '@studiolo/testing/mailbox';

import { picture, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

const MOST_TABS = 90;

/** Presses Tab until the control is focused. */
async function reach(control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < MOST_TABS && !(await hasFocus()); tabs += 1) {
    await control.page().keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

/** What a person uses the pages with. */
const pointer = {
  press: (control: Locator) => control.click(),
  type: (field: Locator, text: string) => field.fill(text),
};
/** Closes what toasts there are. */
const closeToasts = (control: Locator) =>
  control.page().evaluate(() => {
    const buttons = document.querySelectorAll<HTMLElement>('li[data-type] [aria-label="Close"]');
    for (const button of buttons) button.click();
  });
/** At 400 % a toast takes most of the window, may come at any time, and stays while the pointer is on it. */
const pointerInLittleRoom: typeof pointer = {
  ...pointer,
  press: (control) =>
    expect(async () => {
      await closeToasts(control);
      await control.click({ timeout: 2000 });
    }).toPass(),
};
const keyboard: typeof pointer = {
  press: async (control) => {
    await reach(control);
    const isBox = await control.evaluate((element) => element.matches('input'));
    await control.page().keyboard.press(isBox ? 'Space' : 'Enter');
  },
  type: async (field, text) => {
    await reach(field);
    await field.page().keyboard.press('ControlOrMeta+a');
    await field.page().keyboard.insertText(text);
  },
};

const fromLeftToRight = {
  person: 'Iris Aperture',
  title: 'Ridge at dawn',
  client: 'Alpine Press',
  file: 'one.png',
};
const fromRightToLeft: typeof fromLeftToRight = {
  person: 'سلمى كريم',
  title: 'زفاف سلمى وكريم',
  client: 'חתונה ליד הים',
  file: 'צילום 0042.png',
};

const everyday = {
  hands: pointer,
  words: fromLeftToRight,
  viewport: { width: 1280, height: 800 },
  forcedColors: 'none' as 'none' | 'active',
};
const ways: Record<string, Partial<typeof everyday>> = {
  'by keyboard alone': { hands: keyboard },
  'in forced colours': { forcedColors: 'active' },
  'at 400 % zoom of 1280 px': {
    viewport: { width: 320, height: 256 },
    hands: pointerInLittleRoom,
  },
  'with words from right to left': { words: fromRightToLeft },
};

for (const [name, way] of Object.entries(ways)) {
  const { hands, words, viewport, forcedColors } = { ...everyday, ...way };
  const { press, type } = hands;
  test(`twelve core tasks ${name}`, async ({ page }) => {
    test.setTimeout(240_000);
    const { person, title, client, file } = words;
    const email = freshEmail();
    const main = page.getByRole('main');
    const question = page.getByRole('alertdialog');
    const button = (label: string | RegExp) => main.getByRole('button', { name: label });
    await page.setViewportSize(viewport);
    await page.emulateMedia({ forcedColors });

    await test.step('sign up', async () => {
      await page.goto('/register');
      await type(page.getByLabel('Full name'), person);
      await type(page.getByLabel('Email'), email);
      await type(page.getByLabel('Password', { exact: true }), PASSWORD);
      await type(page.getByLabel('Confirm password'), PASSWORD);
      await press(page.getByRole('checkbox'));
      await press(button('Create Account'));
      await expect(page).toHaveURL(/\/verify-email-pending$/);
    });
    await test.step('verify', async () => {
      const link = await linkMailedTo(email, '/verify-email');
      await page.goto(link.pathname + link.search);
      await expect(page).toHaveURL(/\/dashboard$/);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(person);
    });
    await test.step('end a session', async () => {
      await page.goto('/profile');
      await press(button('Logout'));
      await press(question.getByRole('button', { name: 'Logout' }));
      await expect(page).toHaveURL(/\/login$/);
    });
    await test.step('sign in', async () => {
      await type(page.getByLabel('Email'), email);
      await type(page.getByLabel('Password', { exact: true }), PASSWORD);
      await press(button('Sign In'));
      await expect(page).toHaveURL(/\/dashboard$/);
    });
    await test.step('create', async () => {
      await press(main.getByRole('link', { name: 'New Project' }).first());
      await type(page.getByLabel('Title'), title);
      await type(page.getByLabel('Client'), client);
      await press(button('Create Project'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    });
    await test.step('find', async () => {
      await press(main.getByRole('link', { name: 'Back to Projects' }));
      await type(page.getByLabel('Search'), client);
      await expect(page).toHaveURL(/search=/);
      await expect(main.getByRole('link', { name: title })).toBeVisible();
    });
    for (const [view, label] of [
      ['list', 'Review'],
      ['board', 'In Progress'],
    ] as const) {
      await test.step(`change the status by ${view}`, async () => {
        if (view === 'board') await press(button('Board'));
        if (view === 'list' && hands === keyboard) {
          await reach(main.getByRole('link', { name: title }));
          await page.keyboard.press('Space');
        } else await press(button(/^Status of/));
        const items = page.getByRole('menuitemradio');
        const item = items.filter({ hasText: label });
        if (hands === keyboard) {
          // The menu moves the focus a moment after each letter.
          await expect(items.first()).toBeFocused();
          await page.keyboard.type(label);
          await expect(item).toBeFocused();
          await page.keyboard.press('Enter');
        } else await item.click();
        await expect(button(new RegExp(`^Status of .*: ${label}\\.`))).toHaveCount(1);
      });
    }
    await test.step('edit', async () => {
      await press(main.getByRole('link', { name: title }));
      await press(button('Edit'));
      const dialog = page.getByRole('dialog');
      await type(dialog.getByLabel('Client'), `${client} 2`);
      await press(dialog.getByRole('button', { name: 'Save Changes' }));
      // The toast of the change of status can still be there, with its Undo.
      const saved = toast(page, 'Project updated successfully').filter({ hasNotText: 'Undo' });
      await expect(saved).toBeVisible();
    });
    await test.step('upload', async () => {
      const choosing = page.waitForEvent('filechooser');
      if (hands === keyboard) await press(page.getByLabel('Choose files'));
      else await main.getByText('Choose files').click();
      await (await choosing).setFiles(picture(file));
      await press(button('Upload 1 file'));
      await expect(button(`Preview ${file}`)).toBeVisible();
    });
    await test.step('preview', async () => {
      await press(button(`Preview ${file}`));
      const dialog = page.getByRole('dialog', { name: file });
      await expect(dialog.getByRole('img')).toBeVisible();
      await press(dialog.getByRole('button', { name: 'Close' }));
      await expect(dialog).toBeHidden();
    });
    await test.step('download', async () => {
      const downloading = page.waitForEvent('download');
      if (hands === keyboard) {
        await reach(button(`Preview ${file}`));
        await page.keyboard.press('Space');
        await press(button('Download selected'));
      } else await press(button(`Download ${file}`));
      expect((await downloading).suggestedFilename()).toBe(file);
    });
    await test.step('delete with confirmation', async () => {
      if (hands === keyboard) {
        await reach(button(`Preview ${file}`));
        await page.keyboard.press('Delete');
      } else await press(button(`Delete ${file}`));
      await expect(question).toContainText('Are you sure you want to delete this file?');
      await press(question.getByRole('button', { name: 'Delete' }));
      await expect(button(`Preview ${file}`)).toBeHidden();
    });
  });
}
