import { within } from '@testing-library/react';

/** The options that a select offers: value and text. */
export function optionsOf(select: HTMLElement): [value: string, text: string][] {
  const options = within(select).getAllByRole<HTMLOptionElement>('option');
  return options.map(({ value, text }) => [value, text]);
}
