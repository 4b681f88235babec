/** The input of a session for components: one model for each session, for as long as the page is open. */
import type { SessionStore } from '@acp-stack/react';
import { useSyncExternalStore } from 'react';

import { ComposerModel, type ComposerSnapshot } from './composer-model.ts';
import { DraftStorage } from './draft-storage.ts';
import { InputHistory } from './input-history.ts';

const models = new WeakMap<SessionStore, ComposerModel>();
let storages: { readonly drafts: DraftStorage; readonly history: InputHistory } | undefined;

/** The model of a session; a prompt that is on its way stays in it while another session is shown. */
export function composerOf(session: SessionStore): ComposerModel {
  storages ??= { drafts: new DraftStorage(localStorage), history: new InputHistory(localStorage) };
  const model = models.get(session) ?? new ComposerModel(session, storages);
  models.set(session, model);
  return model;
}

/** The model of a session, and what it holds. */
export function useComposer(session: SessionStore): { readonly model: ComposerModel } & ComposerSnapshot {
  const model = composerOf(session);
  return { model, ...useSyncExternalStore(model.subscribe, model.snapshot) };
}
