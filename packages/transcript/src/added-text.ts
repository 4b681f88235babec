/**
 * What changes add to the text of messages and thoughts, for a program that writes it out and can take nothing back.
 */
import type { MessageEntry } from './state/entry.ts';
import { textOf } from './state/selectors.ts';
import type { Transcript } from './state/transcript.ts';
import type { Change } from './transcript-store.ts';

/** Text that a change has added. */
export interface Addition {
  /** The message or thought of the agent that it belongs to. */
  readonly entry: MessageEntry;
  /** The added text only; never empty. */
  readonly text: string;
}

/** Finds what changes add; it sees every change of its transcript, once. */
export class AddedText {
  readonly #written = new Map<string, string>();

  /**
   * What `change` adds to a message or thought of the agent; undefined if it adds nothing, or if the message was
   * replaced by one that does not begin with what was written before.
   */
  of(change: Change, transcript: Transcript): Addition | undefined {
    if (change.kind !== 'entry-added' && change.kind !== 'entry-changed') return undefined;
    const entry = transcript.entries.get(change.id);
    if (entry?.type !== 'agent_message' && entry?.type !== 'agent_thought') return undefined;
    const before = this.#written.get(entry.id) ?? '';
    const text = appendedText(change) ?? added(before, textOf(entry.content));
    if (text === '') return undefined;
    this.#written.set(entry.id, before + text);
    return { entry, text };
  }
}

/** The text of a chunk; undefined if no chunk caused the change. */
function appendedText(change: Change): string | undefined {
  if (!('appended' in change) || change.appended === undefined || 'bytes' in change.appended) return undefined;
  const { type, text } = change.appended.content as { readonly type: string; readonly text?: unknown };
  return type === 'text' && typeof text === 'string' ? text : '';
}

const added = (before: string, whole: string): string => (whole.startsWith(before) ? whole.slice(before.length) : '');
