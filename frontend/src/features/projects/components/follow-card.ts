/** How long to wait for the card to appear in a column that is still loading. */
const ARRIVES_WITHIN_MS = 3_000;

let stop = () => undefined as void;

/**
 * Keeps the focus on the status button of a card that moves because of its new status: focuses it whenever nothing is
 * focused, and the page while there is no such card. It watches for a while, because the menu may return the focus before
 * or after the card moves, but not once Tab is pressed: past the last element nothing is focused either.
 */
export function followCard(projectId: string): void {
  stop();
  const until = performance.now() + ARRIVES_WITHIN_MS;
  const page = document.getElementById('main');
  const follow = () => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === page) {
      const button = document.querySelector<HTMLElement>(`[data-status-of="${projectId}"]`);
      (button ?? page)?.focus({ preventScroll: button === null });
    }
    if (performance.now() < until) frame = requestAnimationFrame(follow);
    else stop();
  };
  const stopAtTab = ({ key }: KeyboardEvent) => {
    if (key === 'Tab') stop();
  };
  let frame = requestAnimationFrame(follow);
  document.addEventListener('keydown', stopAtTab);
  stop = () => {
    cancelAnimationFrame(frame);
    document.removeEventListener('keydown', stopAtTab);
  };
}
