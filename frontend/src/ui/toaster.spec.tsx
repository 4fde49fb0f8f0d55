import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';

import { toast } from '../lib/toasts';
import { watchTimers } from '../test/timers';
import { Dialog } from './dialog';
import { Toaster } from './toaster';

/** As a pointer that moves over an element by so many pixels; jsdom has no PointerEvent. */
const movePointer = (element: Element, movementX: number) =>
  fireEvent(
    element,
    Object.assign(new MouseEvent('pointermove', { bubbles: true }), { movementX, movementY: 0 }),
  );

const shown = (text: string) => screen.getByText(text, { selector: 'li *' });

describe('a toast', () => {
  it.each(['success', 'error', 'warning', 'info'] as const)('of type %s is announced', (type) => {
    render(<Toaster />);
    const [urgent, polite] = screen.getAllByRole('list');
    expect(urgent).toHaveAttribute('aria-live', 'assertive');
    expect(polite).toHaveAttribute('aria-live', 'polite');
    act(() => toast[type](`A ${type}`));
    const list = type === 'error' ? urgent : polite;
    const item = within(list ?? document.body).getByText(`A ${type}`, { selector: 'li *' });
    // eslint-disable-next-line testing-library/no-node-access -- the type shows as the colour of the item
    expect(item.closest('li')).toHaveAttribute('data-type', type);
  });

  it('disappears after 5 seconds', async () => {
    const runOut = watchTimers();
    render(<Toaster />);
    act(() => toast.success('Saved'));
    const item = shown('Saved');
    await runOut(5000);
    await waitFor(() => expect(item).not.toBeInTheDocument());
  });

  it.each([
    ['under the pointer', () => movePointer(shown('Wait'), 1), fireEvent.pointerLeave],
    ['in focus', fireEvent.focus, fireEvent.blur],
    ['in a window that is not used', () => fireEvent.blur(window), () => fireEvent.focus(window)],
  ])('waits %s, and has what is left of its time afterwards', (_where, start, end) => {
    jest.useFakeTimers();
    render(<Toaster />);
    act(() => toast.success('Wait'));
    const item = shown('Wait');
    const wait = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));
    wait(4000);
    start(screen.getByRole('region'));
    wait(60_000);
    end(screen.getByRole('region'));
    wait(900);
    expect(item).toBeInTheDocument();
    wait(200);
    expect(item).not.toBeInTheDocument();
    jest.useRealTimers();
  });

  it('does not wait for a pointer that rests where it appears', async () => {
    const runOut = watchTimers();
    render(<Toaster />);
    act(() => toast.success('Saved'));
    const item = shown('Saved');
    fireEvent.pointerEnter(screen.getByRole('region'));
    movePointer(item, 0);
    await runOut(5000);
    await waitFor(() => expect(item).not.toBeInTheDocument());
  });

  it('goes away with a finger that moves it to the right', () => {
    render(<Toaster />);
    act(() => toast.success('Swipe me'));
    const item = shown('Swipe me');
    const touch = (does: string, clientX: number) => {
      // jsdom has no PointerEvent.
      const event = new MouseEvent(`pointer${does}`, { bubbles: true, clientX });
      fireEvent(item, Object.assign(event, { pointerType: 'touch' }));
    };
    touch('down', 10);
    touch('move', 40);
    expect(item).toBeInTheDocument();
    touch('move', 140);
    expect(item).not.toBeInTheDocument();
  });

  it('closes no dialog when it is pressed', async () => {
    const onClose = jest.fn();
    render(
      <>
        <Toaster />
        <Dialog isOpen size="wide" title="Keys" onClose={onClose}>
          <input aria-label="Name" />
        </Dialog>
      </>,
    );
    act(() => toast.success('Press me'));
    const user = userEvent.setup({ pointerEventsCheck: 0 });
    for (const button of screen
      .getAllByRole('button', { name: 'Close', hidden: true })
      .slice(0, -1))
      await user.click(button);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('disappears on close', async () => {
    const user = userEvent.setup();
    render(<Toaster />);
    act(() => toast.info('Read me'));
    const item = shown('Read me');
    for (const button of screen.getAllByRole('button', { name: 'Close' })) await user.click(button);
    await waitFor(() => expect(item).not.toBeInTheDocument());
  });

  it('disappears on Escape when it has the focus', async () => {
    const user = userEvent.setup();
    render(<Toaster />);
    act(() => {
      toast.success('Kept');
      toast.success('Gone');
    });
    act(() => screen.getAllByRole('button', { name: 'Close' })[1]?.focus());
    await user.keyboard('{Escape}');
    expect(screen.queryByText('Gone', { selector: 'li *' })).not.toBeInTheDocument();
    expect(shown('Kept')).toBeInTheDocument();
    expect(screen.getByRole('region')).toHaveFocus();
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
    shown('Saved');
    await userEvent.setup().type(screen.getByRole('textbox'), '{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
