/** Selects what somebody fills in first: no switch, no file. */
const FIELD = 'input:not([type="checkbox"], [type="radio"], [type="file"]), select, textarea';

/** Focuses the first field inside, if there is one. As a `ref` it does so when its element appears. */
export function focusFirstField(container: HTMLElement | null): void {
  container?.querySelector<HTMLElement>(FIELD)?.focus({ preventScroll: true });
}
