/**
 * What the user has chosen about the look of the page; kept in this browser.
 *
 * Stored values that are not understood are replaced with the defaults.
 */
import { useSyncExternalStore } from 'react';

/** The choices of the user. */
export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  /** How changes of files are shown. */
  readonly diffView: 'unified' | 'split';
  /** Whether the browser notifies when an agent is done or asks something while the page is hidden. */
  readonly notifications: boolean;
  /** What links to files open. */
  readonly openFilesIn: 'editor' | 'page';
  /** Whether the list of sessions is shown on wide screens. */
  readonly sidebar: boolean;
}

export const defaultPreferences: Preferences = {
  theme: 'system',
  diffView: 'unified',
  notifications: false,
  openFilesIn: 'editor',
  sidebar: true,
};

/** The key in the storage of the browser; `public/theme.js` reads it too. */
const preferencesKey = 'acp-preferences';

const allowed: { readonly [Name in keyof Preferences]: readonly Preferences[Name][] } = {
  theme: ['system', 'light', 'dark'],
  diffView: ['unified', 'split'],
  notifications: [false, true],
  openFilesIn: ['editor', 'page'],
  sidebar: [true, false],
};

/** Reads what was stored; each value that is not allowed is replaced with its default. */
export function readPreferences(text: string | null): Preferences {
  let stored: Readonly<Record<string, unknown>> = {};
  try {
    stored = Object(JSON.parse(text ?? '{}')) as typeof stored;
  } catch {
    // Not ours.
  }
  const entries = Object.entries(allowed).map(([name, values]) => {
    const value = stored[name];
    const isAllowed = (values as readonly unknown[]).includes(value);
    return [name, isAllowed ? value : defaultPreferences[name as keyof Preferences]];
  });
  return Object.fromEntries(entries);
}

let current: Preferences | undefined;
const listeners = new Set<() => void>();

const tell = (): void => {
  for (const listener of listeners) listener();
};

/** The choices now; the same object until one changes. */
export function preferences(): Preferences {
  current ??= readPreferences(storage()?.getItem(preferencesKey) ?? null);
  return current;
}

/** Changes choices, and keeps them. */
export function setPreferences(changes: Partial<Preferences>): void {
  current = { ...preferences(), ...changes };
  try {
    storage()?.setItem(preferencesKey, JSON.stringify(current));
  } catch {
    // The storage is full or forbidden: the choice lasts until the page is closed.
  }
  tell();
}

/** Another tab has changed them. */
const onStorage = (event: StorageEvent): void => {
  if (event.key !== preferencesKey) return;
  current = undefined;
  tell();
};

/** Calls `listener` after each change, also by another tab, until the returned function is called. */
export function subscribePreferences(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener?.('storage', onStorage);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.('storage', onStorage);
  };
}

/** The choices of the user. */
export const usePreferences = (): Preferences =>
  useSyncExternalStore(subscribePreferences, preferences, () => defaultPreferences);

/** Reading it throws where storage is forbidden. */
function storage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
