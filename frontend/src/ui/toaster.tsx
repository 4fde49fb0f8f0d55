import { X } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';

import { useWindowEvent } from '../lib/state/use-window-event';
import { dismissToast, type ToastMessage, TOASTS_ID, undoToast, useToasts } from '../lib/toasts';
import { atWindowFoot } from '../lib/window-foot';
import { messageIcons } from './banner';
import { classNames } from './class-names';
import styles from './toaster.module.css';

const TOAST_MS = 5000;
const foot = atWindowFoot('toasts');
const SWIPE_PX = 80;
/** Moves the focus to the toasts. */
const KEY = 'F8';

/** Runs `onEnd` after so many milliseconds, those of a pause not counted. */
function useCountdown(milliseconds: number, isPaused: boolean, onEnd: () => void): void {
  const left = useRef(milliseconds);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isPaused) return undefined;
    const start = Date.now();
    const timer = setTimeout(() => end(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - start;
    };
  }, [isPaused]);
}

/** Runs `onAway` when a finger moves the element to the right far enough, and takes the element along. */
function useSwipe(onAway: () => void) {
  const start = useRef<number>(null);
  const end = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    start.current = null;
    currentTarget.style.translate = '';
  };
  return {
    onPointerDown: ({ pointerType, clientX }: PointerEvent) => {
      if (pointerType !== 'mouse') start.current = clientX;
    },
    onPointerMove: ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
      if (start.current === null) return;
      const moved = Math.max(0, clientX - start.current);
      currentTarget.style.translate = `${moved}px`;
      if (moved > SWIPE_PX) onAway();
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}

function Toast({ id, type, text, detail, onUndo, isPaused }: ToastMessage & { isPaused: boolean }) {
  const Icon = messageIcons[type];
  const close = () => dismissToast(id);
  const swipe = useSwipe(close);
  useCountdown(TOAST_MS, isPaused, close);
  const byButton = (end: (id: number) => void) => () => {
    // The button goes with its toast.
    document.getElementById(TOASTS_ID)?.focus();
    end(id);
  };
  const keys = {
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && byButton(dismissToast)(),
  };
  return (
    <li className={classNames(styles.toast, styles[type])} data-type={type} {...swipe}>
      <Icon size={17} strokeWidth={1.8} aria-hidden />
      <div className={styles.text}>
        {text}
        {detail && (
          <span dir="auto" className={styles.detail}>
            {detail}
          </span>
        )}
      </div>
      {onUndo && (
        <button type="button" className={styles.undo} onClick={byButton(undoToast)} {...keys}>
          Undo
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label="Close"
        onClick={byButton(dismissToast)}
        {...keys}
      >
        <X size={15} strokeWidth={1.8} aria-hidden />
      </button>
    </li>
  );
}

/** What pauses the timers: a pointer or the focus that went to the toasts, and a window that is not used. */
function usePause() {
  const [isPointed, setIsPointed] = useState(false);
  const [isFocused, setIsFocused] = useState(false);
  const [isAway, setIsAway] = useState(false);
  useWindowEvent('blur', () => setIsAway(true));
  useWindowEvent('focus', () => setIsAway(false));
  const events = {
    // Not `onPointerEnter`, which comes also when a toast appears under a pointer that rests.
    onPointerMove: ({ target, movementX, movementY }: PointerEvent) => {
      if (movementX === 0 && movementY === 0) return;
      setIsPointed(target instanceof Element && target.closest('li') !== null);
    },
    onPointerLeave: () => setIsPointed(false),
    onFocus: () => setIsFocused(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setIsFocused(currentTarget.contains(relatedTarget)),
  };
  return { isPaused: isPointed || isFocused || isAway, events };
}

/** Messages at the bottom right. */
export function Toaster() {
  const messages = useToasts();
  const region = useRef<HTMLElement>(null);
  const { isPaused, events } = usePause();
  useWindowEvent('keydown', ({ key }) => {
    if (key === KEY) region.current?.focus();
  });
  const errors = messages.filter(({ type }) => type === 'error');
  const others = messages.filter(({ type }) => type !== 'error');
  return (
    <section
      ref={region}
      id={TOASTS_ID}
      aria-label={`Notifications (${KEY})`}
      tabIndex={-1}
      className={styles.viewport}
      {...events}
    >
      <div ref={foot} className={styles.row}>
        <ol aria-live="assertive" className={styles.list}>
          {errors.map((message) => (
            <Toast key={message.id} {...message} isPaused={isPaused} />
          ))}
        </ol>
        <ol aria-live="polite" className={styles.list}>
          {others.map((message) => (
            <Toast key={message.id} {...message} isPaused={isPaused} />
          ))}
        </ol>
      </div>
    </section>
  );
}
