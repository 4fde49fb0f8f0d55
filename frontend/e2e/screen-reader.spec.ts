import { linkMailedTo } from '@studiolo/testing/mailbox';

import { freshEmail, PASSWORD } from './support/accounts.ts';
import { ScreenReader } from './support/screen-reader.ts';
import { picture } from './support/studio.ts';
import { expect, test } from './support/test.ts';

// The fifth way of core-tasks.spec.ts: finds everything by what the screen reader says, and acts at its cursor.
test('twelve core tasks by what a screen reader says', async ({ page }) => {
  test.setTimeout(240_000);
  const email = freshEmail();
  const reader = await ScreenReader.start(page);

  await test.step('sign up', async () => {
    await page.goto('/register');
    await reader.act(/^button, Create Account$/);
    await reader.hears(/^textbox, Full name, .+, invalid/);
    await reader.type(/^textbox, Full name/, 'Iris Aperture');
    await reader.type(/^textbox, Email/, email);
    await reader.type(/^Password/, PASSWORD);
    await reader.type(/^Confirm password/, PASSWORD);
    await reader.act(/^checkbox, I agree/, 'Space');
    await reader.act(/^button, Create Account$/);
    await reader.hears(/^main, Verify your email/);
  });
  await test.step('verify', async () => {
    const link = await linkMailedTo(email, '/verify-email');
    await page.goto(link.pathname + link.search);
    await reader.hears(/^polite: Welcome/);
    await expect(page).toHaveURL(/\/dashboard$/);
    await reader.reads(/^heading, Welcome, Iris Aperture/);
  });
  await test.step('end a session', async () => {
    await reader.act(/^button, Logout$/);
    await reader.hears(/^alertdialog, Logout, Are you sure you want to logout\?/);
    await reader.act(/^button, Logout$/);
    await reader.hears(/^textbox, Email, required/);
  });
  await test.step('sign in', async () => {
    await reader.type(/^textbox, Email/, email);
    await reader.type(/^Password/, PASSWORD);
    await reader.act(/^button, Sign In$/);
    await reader.reads(/^heading, Welcome, Iris Aperture/);
  });
  await test.step('create', async () => {
    await reader.act(/^link, New Project$/);
    await reader.hears(/^textbox, Title, required/);
    await reader.type(/^textbox, Title/, 'Ridge at dawn');
    await reader.type(/^textbox, Client/, 'Alpine Press');
    await reader.act(/^button, Create Project$/);
    await reader.hears(/^polite: Project created successfully!/);
    await reader.reads(/^heading, Ridge at dawn, level 1/);
  });
  await test.step('find', async () => {
    await reader.act(/^link, Back to Projects$/);
    await reader.type(/^searchbox, Search/, 'Alpine');
    await reader.hears(/^polite: 1 project for Alpine/);
    await reader.reads(/^link, Ridge at dawn$/);
  });
  for (const [view, label] of [
    ['List', 'Review'],
    ['Board', 'In Progress'],
  ] as const) {
    await test.step(`change the status by ${view}`, async () => {
      await reader.act(new RegExp(`^button, ${view}`));
      await reader.reads(new RegExp(`^button, ${view}, pressed`));
      await reader.act(/^button, Status of Ridge at dawn/);
      await reader.hears(/^menuitemradio, /);
      await reader.act(new RegExp(`^menuitemradio, ${label}`));
      await reader.hears(new RegExp(`^polite: .*Ridge at dawn: ${label}`));
      await reader.reads(new RegExp(`^button, Status of Ridge at dawn: ${label}`));
    });
  }
  await test.step('edit', async () => {
    await reader.act(/^link, Ridge at dawn$/);
    await reader.act(/^button, Edit$/);
    await reader.hears(/^dialog, Edit Project/);
    await reader.type(/^textbox, Client/, 'Alpine Press 2');
    await reader.act(/^button, Save Changes$/);
    await reader.hears(/^polite: Project updated successfully/);
  });
  await test.step('upload', async () => {
    const choosing = page.waitForEvent('filechooser');
    await reader.act(/^Choose files/);
    await (await choosing).setFiles(picture('one.png'));
    await reader.hears(/^polite: 1 file chosen/);
    await reader.act(/^button, Upload 1 file$/);
    await reader.hears(/^polite: 0 of 1 files uploaded/);
    await reader.hears(/^polite: File uploaded successfully/);
  });
  await test.step('preview', async () => {
    await reader.act(/^button, Preview one.png/);
    await reader.hears(/^dialog, one.png/);
    await reader.reads(/^image, one.png/);
    await reader.act(/^button, Close$/);
  });
  await test.step('download', async () => {
    const downloading = page.waitForEvent('download');
    await reader.act(/^button, Download one.png$/);
    expect((await downloading).suggestedFilename()).toBe('one.png');
    await reader.hears(/^polite: File downloaded successfully/);
  });
  await test.step('delete with confirmation', async () => {
    await reader.act(/^button, Delete one.png$/);
    await reader.hears(/^alertdialog, .*Are you sure you want to delete this file\?/);
    await reader.act(/^button, Delete$/);
    await reader.hears(/^polite: File deleted successfully/);
    // The dialog keeps its question while it fades out.
    expect(await reader.said()).not.toContainEqual(expect.stringContaining('these 0 files'));
  });
});
