import { useSyncExternalStore } from 'react';

/** A value that lives outside of React; components that call `useValue` render again whenever it is set. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const listeners = new Set<() => void>();
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const get = () => value;
  const set = (next: Value) => {
    value = next;
    for (const listener of listeners) listener();
  };
  return { get, set, subscribe, useValue: () => useSyncExternalStore(subscribe, get, get) };
}
