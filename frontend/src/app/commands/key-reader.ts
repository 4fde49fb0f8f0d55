const SEQUENCE_MS = 1500;
/** In sessionStorage, because the specification lists everything that may be in localStorage. */
const OFF_KEY = 'shortcuts-off';

/** WCAG 2.1.4: single keys can be switched off, for users of speech input and those who hit keys by accident. */
export function areSingleKeysOn(): boolean {
  return sessionStorage.getItem(OFF_KEY) === null;
}

export function switchSingleKeys(isOn: boolean): void {
  if (isOn) sessionStorage.removeItem(OFF_KEY);
  else sessionStorage.setItem(OFF_KEY, 'yes');
}

const TYPED_INTO =
  'input:not([type=checkbox], [type=radio], [type=file]), textarea, select, [contenteditable]';

function isTyped({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(TYPED_INTO) !== null;
}

/** Whether a dialog or menu is open, which handles its keys itself. */
function isCovered(): boolean {
  return document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
}

interface Keys {
  /** Ctrl K or ⌘K. */
  onPalette: () => void;
  /** Runs the command for keys such as `n` or `g d`. Returns whether there is one. */
  onKeys: (keys: string) => boolean;
}

/** Reads the keyboard shortcuts, except while the user types. Returns a function that stops it. */
export function readKeys({ onPalette, onKeys }: Keys): () => void {
  let first = { key: '', at: 0 };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.isComposing || isCovered()) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      onPalette();
      return;
    }
    if (isCommand || event.altKey || event.key.length !== 1) return;
    if (isTyped(event) || !areSingleKeysOn()) return;
    const isSecond = event.timeStamp - first.at < SEQUENCE_MS;
    const keys = isSecond ? `${first.key} ${event.key}` : event.key;
    first = keys === 'g' ? { key: 'g', at: event.timeStamp } : { key: '', at: -Infinity };
    if (onKeys(keys)) event.preventDefault();
  };
  first.at = -Infinity;
  window.addEventListener('keydown', onKeyDown);
  return () => window.removeEventListener('keydown', onKeyDown);
}
