/** Selects what somebody fills in first: no switch, no file. */
const FIELD = 'input:not([type="checkbox"], [type="radio"], [type="file"]), select, textarea';

/** Focuses the first field inside, unless one has the focus. As a `ref` it does so when its element appears. */
export function focusFirstField(container: HTMLElement | null): void {
  if (container?.contains(document.activeElement)) return;
  container?.querySelector<HTMLElement>(FIELD)?.focus({ preventScroll: true });
}
