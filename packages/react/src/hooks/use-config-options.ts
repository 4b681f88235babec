/** The config options of a session, such as its mode and model. */
import { useMemo } from 'react';

import type { SessionStore } from '../session/session-store.ts';
import type { SettingsSnapshot, SettingsStore } from '../settings/settings-store.ts';
import { useStore } from './use-store.ts';

/** The config options of a session, and how to set them. */
export interface ConfigOptions extends SettingsSnapshot {
  /** Sets an option; resolves when the agent has confirmed it. */
  readonly set: SettingsStore['set'];
}

const empty: SettingsSnapshot = { groups: [], pending: new Set() };
const refuse = (): Promise<never> => Promise.reject(new Error('There is no session.'));

/** The config options of a session, in groups. */
export function useConfigOptions(session: SessionStore | undefined): ConfigOptions {
  const settings = session?.settings;
  const snapshot = useStore(settings, empty);
  return useMemo(() => ({ ...snapshot, set: settings?.set ?? refuse }), [snapshot, settings]);
}
