import { jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';

import { useZoom } from './use-zoom';

function Stage({ onSwipe }: { onSwipe: () => void }) {
  const { view, stageProps } = useZoom(onSwipe);
  return (
    <div {...stageProps}>
      <img alt={`at ${view.scale}`} data-zoomable />
    </div>
  );
}

/** Touches a picture: each step is what a finger does, which one, and how far from the left. */
function touch(...steps: ['down' | 'move' | 'up', number, number][]) {
  const onSwipe = jest.fn();
  render(<Stage onSwipe={onSwipe} />);
  const picture = screen.getByRole('img');
  // jsdom loads no pictures.
  Object.defineProperties(picture, { naturalWidth: { value: 300 }, naturalHeight: { value: 200 } });
  for (const [does, pointerId, clientX] of steps) {
    // jsdom has no PointerEvent.
    const event = new MouseEvent(`pointer${does}`, { bubbles: true, clientX });
    fireEvent(picture, Object.assign(event, { pointerId }));
  }
  return onSwipe;
}

it('goes to the next picture when one finger swipes', () => {
  const onSwipe = touch(['down', 1, 300], ['move', 1, 100], ['up', 1, 100]);
  expect(onSwipe).toHaveBeenCalledWith(1);
});

it('stays on a picture that two fingers pinch back to its whole size', () => {
  const onSwipe = touch(
    ['down', 1, 100],
    ['down', 2, 300],
    ['move', 2, 350],
    ['move', 2, 120],
    ['up', 2, 120],
    ['up', 1, 100],
  );
  expect(screen.getByRole('img', { name: 'at 1' })).toBeInTheDocument();
  expect(onSwipe).not.toHaveBeenCalled();
});
