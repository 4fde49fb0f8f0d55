import { jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

import { toast } from '../lib/toasts';
import { watchTimers } from '../test/timers';
import { Dialog } from './dialog';
import { Toaster } from './toaster';

/** The visible toasts, without their announcements to screen readers. */
const shown = () => screen.queryAllByRole('listitem');

describe('a toast', () => {
  it.each(['success', 'error', 'warning', 'info'] as const)(
    'of type %s is announced',
    async (type) => {
      render(<Toaster />);
      act(() => toast[type](`A ${type}`));
      const item = shown().find(({ textContent }) => textContent === `A ${type}`);
      expect(item).toHaveAttribute('data-type', type);
      expect(await screen.findByText(`Notification A ${type}`)).toHaveAttribute('role', 'status');
    },
  );

  it('disappears after 5 seconds', async () => {
    const runOut = watchTimers();
    render(<Toaster />);
    act(() => toast.success('Saved'));
    const item = screen.getByText('Saved', { selector: 'li *' });
    await runOut(5000);
    await waitFor(() => expect(item).not.toBeInTheDocument());
  });

  it('disappears on close', async () => {
    const user = userEvent.setup();
    render(<Toaster />);
    act(() => toast.info('Read me'));
    const item = screen.getByText('Read me', { selector: 'li *' });
    for (const button of screen.getAllByRole('button', { name: 'Close' })) await user.click(button);
    await waitFor(() => expect(item).not.toBeInTheDocument());
  });

  it('leaves Escape to the dialog that was opened before it', async () => {
    const onClose = jest.fn();
    render(
      <>
        <Toaster />
        <Dialog isOpen size="wide" title="Keys" onClose={onClose}>
          <input aria-label="Name" />
        </Dialog>
      </>,
    );
    act(() => toast.success('Saved'));
    screen.getByText('Saved', { selector: 'li *' });
    await userEvent.setup().type(screen.getByRole('textbox'), '{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
