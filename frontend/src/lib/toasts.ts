import { useSyncExternalStore } from 'react';

export type ToastType = 'success' | 'error' | 'warning' | 'info';

export interface ToastMessage {
  id: number;
  type: ToastType;
  text: string;
}

let messages: readonly ToastMessage[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function setMessages(next: readonly ToastMessage[]): void {
  messages = next;
  for (const listener of listeners) listener();
}

function add(type: ToastType, text: string): void {
  lastId += 1;
  setMessages([...messages, { id: lastId, type, text }]);
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
  setMessages(messages.filter((message) => message.id !== id));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useToasts(): readonly ToastMessage[] {
  return useSyncExternalStore(subscribe, () => messages);
}
