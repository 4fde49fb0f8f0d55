import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

import { Checksum } from './checksum';

const sha256 = `12ab${'0'.repeat(56)}ef90`;

it('shows the ends of the hash and copies all of it', async () => {
  const user = userEvent.setup();
  const write = jest.spyOn(navigator.clipboard, 'writeText');
  render(<Checksum sha256={sha256} />);
  expect(screen.getByText('12ab … ef90')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Copy SHA-256' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeInTheDocument();
  expect(write).toHaveBeenCalledWith(sha256);
});

it('shows all of the hash where the browser does not let it be copied', async () => {
  const user = userEvent.setup();
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Not allowed'));
  render(<Checksum sha256={sha256} />);
  await user.click(screen.getByRole('button', { name: 'Copy SHA-256' }));
  expect(await screen.findByText(sha256)).toBeInTheDocument();
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});
