import { screen } from '@testing-library/react';

/** Waits for a text, which a toast shows twice: once is for screen readers. */
export async function sees(text: string | RegExp): Promise<void> {
  expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
}

export async function seesAlert(text: string): Promise<void> {
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
}
