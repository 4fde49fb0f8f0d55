import type { Locator, Page } from '@playwright/test';
import { linkMailedTo } from '@studiolo/testing/mailbox';

import { freshEmail, PASSWORD } from './support/accounts.ts';
import { picture, toast } from './support/studio.ts';
import { expect, test } from './support/test.ts';

/** What a person uses the pages with. */
interface Hands {
  press: (page: Page, control: Locator) => Promise<void>;
  type: (page: Page, field: Locator, text: string) => Promise<void>;
}

const MOST_TABS = 90;

/** Presses Tab until the control is focused. */
async function reach(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  for (let tabs = 0; tabs < MOST_TABS && !(await hasFocus()); tabs += 1) {
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

const pointer: Hands = {
  press: (_page, control) => control.click(),
  type: (_page, field, text) => field.fill(text),
};

const keyboard: Hands = {
  press: async (page, control) => {
    await reach(page, control);
    const isBox = await control.evaluate((element) => element.matches('input'));
    await page.keyboard.press(isBox ? 'Space' : 'Enter');
  },
  type: async (page, field, text) => {
    await reach(page, field);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.insertText(text);
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

interface Way {
  hands?: Hands;
  prepare?: (page: Page) => Promise<void>;
  words?: typeof fromLeftToRight;
}

const ways: Record<string, Way> = {
  'by keyboard alone': { hands: keyboard },
  'in forced colours': { prepare: (page) => page.emulateMedia({ forcedColors: 'active' }) },
  'at 400 % zoom of 1280 px': {
    prepare: (page) => page.setViewportSize({ width: 320, height: 256 }),
  },
  'with words from right to left': { words: fromRightToLeft },
};

for (const [name, way] of Object.entries(ways)) {
  const { hands = pointer, prepare, words = fromLeftToRight } = way;
  const { press, type } = hands;
  test(`twelve core tasks ${name}`, async ({ page }) => {
    test.setTimeout(240_000);
    const { person, title, client, file } = words;
    const email = freshEmail();
    const main = page.getByRole('main');
    const question = page.getByRole('alertdialog');
    const button = (label: string | RegExp) => main.getByRole('button', { name: label });
    await prepare?.(page);

    await test.step('sign up', async () => {
      await page.goto('/register');
      await type(page, page.getByLabel('Full name'), person);
      await type(page, page.getByLabel('Email'), email);
      await type(page, page.getByLabel('Password', { exact: true }), PASSWORD);
      await type(page, page.getByLabel('Confirm password'), PASSWORD);
      await press(page, page.getByRole('checkbox'));
      await press(page, button('Create Account'));
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
      await press(page, button('Logout'));
      await press(page, question.getByRole('button', { name: 'Logout' }));
      await expect(page).toHaveURL(/\/login$/);
    });
    await test.step('sign in', async () => {
      await type(page, page.getByLabel('Email'), email);
      await type(page, page.getByLabel('Password', { exact: true }), PASSWORD);
      await press(page, button('Sign In'));
      await expect(page).toHaveURL(/\/dashboard$/);
    });
    await test.step('create', async () => {
      await press(page, main.getByRole('link', { name: 'New Project' }).first());
      await type(page, page.getByLabel('Title'), title);
      await type(page, page.getByLabel('Client'), client);
      await press(page, button('Create Project'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    });
    await test.step('find', async () => {
      await press(page, main.getByRole('link', { name: 'Back to Projects' }));
      await type(page, page.getByLabel('Search'), client);
      await expect(page).toHaveURL(/search=/);
      await expect(main.getByRole('link', { name: title })).toBeVisible();
    });
    for (const [view, label] of [
      ['list', 'Review'],
      ['board', 'In Progress'],
    ] as const) {
      await test.step(`change the status by ${view}`, async () => {
        if (view === 'board') await press(page, button('Board'));
        await press(page, button(/^Status of/));
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
      await press(page, main.getByRole('link', { name: title }));
      await press(page, button('Edit'));
      const dialog = page.getByRole('dialog');
      await type(page, dialog.getByLabel('Client'), `${client} 2`);
      await press(page, dialog.getByRole('button', { name: 'Save Changes' }));
      // The toast of the change of status can still be there, with its Undo.
      const saved = toast(page, 'Project updated successfully').filter({ hasNotText: 'Undo' });
      await expect(saved).toBeVisible();
    });
    await test.step('upload', async () => {
      const choosing = page.waitForEvent('filechooser');
      if (hands === keyboard) await press(page, page.getByLabel('Choose files'));
      else await main.getByText('Choose files').click();
      await (await choosing).setFiles(picture(file));
      await press(page, button('Upload 1 file'));
      await expect(button(`Preview ${file}`)).toBeVisible();
    });
    await test.step('preview', async () => {
      await press(page, button(`Preview ${file}`));
      const dialog = page.getByRole('dialog', { name: file });
      await expect(dialog.getByRole('img')).toBeVisible();
      await press(page, dialog.getByRole('button', { name: 'Close' }));
      await expect(dialog).toBeHidden();
    });
    await test.step('download', async () => {
      const downloading = page.waitForEvent('download');
      await press(page, button(`Download ${file}`));
      expect((await downloading).suggestedFilename()).toBe(file);
    });
    await test.step('delete with confirmation', async () => {
      await press(page, button(`Delete ${file}`));
      await expect(question).toContainText('Are you sure you want to delete this file?');
      await press(page, question.getByRole('button', { name: 'Delete' }));
      await expect(button(`Preview ${file}`)).toBeHidden();
    });
  });
}
