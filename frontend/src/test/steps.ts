import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

import { picture } from './projects';

/** Types each text into the field with its label, in the place of what is there; then presses the button, if one is given. */
export async function fill(
  user: UserEvent,
  texts: Readonly<Record<string, string>>,
  button?: string,
): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    const field = await screen.findByLabelText(label);
    await user.clear(field);
    if (text !== '') await user.type(field, text);
  }
  if (button) await user.click(screen.getByRole('button', { name: button }));
}

/** Answers the question that is asked, or will be, by the button with this name. */
export async function answerQuestion(user: UserEvent, button: string): Promise<void> {
  const question = within(await screen.findByRole('alertdialog'));
  await user.click(question.getByRole('button', { name: button }));
}

/** Closes the toast that offers Undo. */
export async function closeUndo(user: UserEvent): Promise<void> {
  await screen.findByRole('button', { name: 'Undo' });
  const items = screen.getAllByRole('listitem');
  const toast = items.find((item) => within(item).queryByRole('button', { name: 'Undo' }));
  await user.click(within(toast!).getByRole('button', { name: 'Close' }));
}

/** Uploads a picture on the page of a project. */
export async function upload(user: UserEvent, name: string): Promise<void> {
  await user.upload(screen.getByLabelText('Choose files'), picture(name));
  await user.click(screen.getByRole('button', { name: 'Upload 1 file' }));
}

/** Where the link with this name leads. */
export async function linkTo(name: string): Promise<string | null> {
  return (await screen.findByRole('link', { name })).getAttribute('href');
}

/** Waits for a text, which a toast shows twice: once is for screen readers. */
export async function sees(text: string | RegExp): Promise<void> {
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
}

export async function seesAlert(text: string): Promise<void> {
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
}

/** The options that a select offers: value and text. */
export function optionsOf(select: HTMLElement): [value: string, text: string][] {
  const options = within(select).getAllByRole<HTMLOptionElement>('option');
  return options.map(({ value, text }) => [value, text]);
}
