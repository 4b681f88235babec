/**
 * The settings of a session, stored with its record, so that a loaded session has the mode that it had.
 *
 * Unknown values, which a later version may have stored, are ignored.
 */
import type { SessionRecord, SessionStore } from '@acp-stack/sdk';

import { modelSettings } from '../model/model-settings.ts';
import { isSteer, isThought, type Settings } from './config-options.ts';
import { modes } from './modes.ts';

/** A session record with the settings of the agent; stores keep unknown fields. */
type KeptRecord = Partial<SessionRecord> & { readonly settings?: Settings };

/** Stores the settings of a session. */
export async function storeSettings(store: SessionStore, sessionId: string, settings: Settings): Promise<void> {
  const record: KeptRecord = { settings };
  await store.patch(sessionId, record);
}

/** Reads the stored settings. */
export async function readSettings(store: SessionStore, sessionId: string): Promise<Partial<Settings>> {
  const record: KeptRecord | undefined = await store.get(sessionId);
  const stored = Object(record?.settings) as Readonly<Record<keyof Settings, unknown>>;
  const { mode, model, thought, steer, web } = stored;
  const known = modes.find(({ id }) => id === mode);
  return {
    ...(known === undefined ? {} : { mode: known.id }),
    ...(typeof model === 'string' ? { model } : {}),
    ...Object.fromEntries(
      modelSettings.flatMap(({ id }) => (typeof stored[id] === 'string' ? [[id, stored[id]]] : [])),
    ),
    ...(isThought(thought) ? { thought } : {}),
    ...(isSteer(steer) ? { steer } : {}),
    ...(typeof web === 'boolean' ? { web } : {}),
  };
}
