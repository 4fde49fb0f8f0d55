import { createStore } from './state/create-store';

export type ToastType = 'success' | 'error' | 'warning' | 'info';

export interface ToastMessage {
  id: number;
  type: ToastType;
  text: string;
  /** What exactly, on a line of its own. */
  detail?: string;
  /** Takes it back; the toast then closes. */
  onUndo?: () => void;
}

const messages = createStore<readonly ToastMessage[]>([]);
let lastId = 0;

type Extras = Pick<ToastMessage, 'detail' | 'onUndo'>;

function add(type: ToastType, text: string, extras: Extras = {}): void {
  lastId += 1;
  // Only the latest change can be taken back.
  const others = messages.get().filter(({ onUndo }) => !(onUndo && extras.onUndo));
  messages.set([...others, { id: lastId, type, text, ...extras }]);
}

export const toast = {
  success: (text: string, extras?: Extras) => add('success', text, extras),
  error: (text: string) => add('error', text),
  warning: (text: string) => add('warning', text),
  info: (text: string) => add('info', text),
};

export function dismissToast(id: number): void {
  messages.set(messages.get().filter((message) => message.id !== id));
}

export function useToasts(): readonly ToastMessage[] {
  return messages.useValue();
}
