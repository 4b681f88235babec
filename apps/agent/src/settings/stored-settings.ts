/**
 * What the user has set in a session, kept with its record: a session that is loaded again has the mode that it had.
 *
 * A later version may have kept something else: what is not known is as if it had never been set.
 */
import type { SessionRecord, SessionStore } from '@acp-stack/sdk';

import { isSteer, isThought, type Settings } from './config-options.ts';
import { modes } from './modes.ts';

/** A record as the agent keeps it; stores keep what they do not know. */
type KeptRecord = Partial<SessionRecord> & { readonly settings?: Settings };

/** Keeps the settings of a session. */
export async function storeSettings(store: SessionStore, sessionId: string, settings: Settings): Promise<void> {
  const record: KeptRecord = { settings };
  await store.patch(sessionId, record);
}

/** The settings that were kept. */
export async function readSettings(store: SessionStore, sessionId: string): Promise<Partial<Settings>> {
  const record: KeptRecord | undefined = await store.get(sessionId);
  const { mode, model, thought, steer, web } = Object(record?.settings) as Readonly<Record<keyof Settings, unknown>>;
  const known = modes.find(({ id }) => id === mode);
  return {
    ...(known === undefined ? {} : { mode: known.id }),
    ...(typeof model === 'string' ? { model } : {}),
    ...(isThought(thought) ? { thought } : {}),
    ...(isSteer(steer) ? { steer } : {}),
    ...(typeof web === 'boolean' ? { web } : {}),
  };
}
