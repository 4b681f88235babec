/** Reads a store in a component, and draws the component again when what it reads has changed. */
import { useSyncExternalStore } from 'react';

/** What a store has for a component. */
export interface ReadableStore<T> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly snapshot: () => T;
}

const notChanging = (): (() => void) => () => undefined;

/** The snapshot of `store`, or `absent` without one. */
export function useStore<T>(store: ReadableStore<T> | undefined, absent: T): T {
  const read = store?.snapshot ?? ((): T => absent);
  return useSyncExternalStore(store?.subscribe ?? notChanging, read, read);
}
