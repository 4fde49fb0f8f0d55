import { createStore } from './create-store';

export type ToastType = 'success' | 'error' | 'warning' | 'info';

export interface ToastMessage {
  id: number;
  type: ToastType;
  text: string;
}

const messages = createStore<readonly ToastMessage[]>([]);
let lastId = 0;

function add(type: ToastType, text: string): void {
  lastId += 1;
  messages.set([...messages.get(), { id: lastId, type, text }]);
}

/** Shows a message bottom-right for five seconds. */
export const toast = {
  success: (text: string) => {
    add('success', text);
  },
  error: (text: string) => {
    add('error', text);
  },
  warning: (text: string) => {
    add('warning', text);
  },
  info: (text: string) => {
    add('info', text);
  },
};

export function dismissToast(id: number): void {
  messages.set(messages.get().filter((message) => message.id !== id));
}

export function useToasts(): readonly ToastMessage[] {
  return messages.useValue();
}
