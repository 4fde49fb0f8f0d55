import { createStore } from './state/create-store';

export type ToastType = 'success' | 'error' | 'warning' | 'info';

export interface ToastMessage {
  id: number;
  type: ToastType;
  text: string;
  /** What exactly, on a line of its own. */
  detail?: string;
  /** Takes it back; the toast then closes. */
  onUndo?: (() => void) | undefined;
  /** Called when it can be taken back no more. */
  onKept?: (() => void) | undefined;
}

/** Of the element that has the toasts. */
export const TOASTS_ID = 'toasts';

const messages = createStore<readonly ToastMessage[]>([]);
let lastId = 0;

type Extras = Pick<ToastMessage, 'detail' | 'onUndo' | 'onKept'>;

function add(type: ToastType, text: string, extras: Extras = {}): void {
  // Only the latest change can be taken back.
  if (extras.onUndo) for (const { id, onUndo } of messages.get()) if (onUndo) dismissToast(id);
  lastId += 1;
  messages.set([...messages.get(), { id: lastId, type, text, ...extras }]);
}

export const toast = {
  success: (text: string, extras?: Extras) => add('success', text, extras),
  error: (text: string) => add('error', text),
  warning: (text: string) => add('warning', text),
  info: (text: string) => add('info', text),
};

/** Removes a toast; what it tells of is kept. */
export function dismissToast(id: number): void {
  remove(id)?.onKept?.();
}

/** Removes a toast, and takes back what it tells of. */
export function undoToast(id: number): void {
  remove(id)?.onUndo?.();
}

function remove(id: number): ToastMessage | undefined {
  const message = messages.get().find((one) => one.id === id);
  if (message) messages.set(messages.get().filter((one) => one !== message));
  return message;
}

/** Takes Undo off the toasts of changes that wait for its end; their texts stay. */
export function keepChanges(): void {
  const waiting = messages.get().filter(({ onKept }) => onKept);
  if (waiting.length === 0) return;
  messages.set(
    messages.get().map((message) => {
      return message.onKept ? { ...message, onUndo: undefined, onKept: undefined } : message;
    }),
  );
  for (const { onKept } of waiting) onKept?.();
}

export function useToasts(): readonly ToastMessage[] {
  return messages.useValue();
}
