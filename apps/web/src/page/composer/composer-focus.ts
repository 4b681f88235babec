/** The inputs of the sessions that are shown, so that other parts of the page can give one of them the focus. */
import type { SessionStore } from '@acp-stack/react';

const inputs = new WeakMap<SessionStore, HTMLTextAreaElement>();

/** Registers the input of a session until the returned function is called. */
export function registerInput(session: SessionStore, input: HTMLTextAreaElement): () => void {
  inputs.set(session, input);
  return () => {
    if (inputs.get(session) === input) inputs.delete(session);
  };
}

/** Gives the input of a session the focus, if it is shown. */
export function focusComposer(session: SessionStore): void {
  inputs.get(session)?.focus();
}
