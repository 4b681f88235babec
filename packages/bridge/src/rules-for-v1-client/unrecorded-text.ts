/**
 * Text chunks that the client has, before they are recorded.
 *
 * Nearly all updates are text that is passed on unchanged. The record matters only for other messages, so it is made
 * for many chunks at once: before any other message, and before they become too many. Strings are kept and not
 * messages, because the sender may change a message afterwards.
 */
import { updateMethod } from '../protocol/method-names.ts';
import type { ConnectionContext } from './connection-context.ts';
import type { Sessions } from './sessions.ts';

/** How many chunks may wait. */
const mostPieces = 256;
/** How many characters may wait. */
const mostCharacters = 65_536;
/** A session id, a message id, a text. */
const fields = 3;

/** What prompts see of a chunk: they do not need its content. */
const spoken = { sessionUpdate: 'agent_message_chunk', messageId: '', content: { type: 'text', text: '' } } as const;

export class UnrecordedText {
  readonly #context: ConnectionContext;
  readonly #sessions: Sessions;
  /** Allocated once: growing it each time would cost as much as everything else. */
  readonly #pieces: string[] = Array.from({ length: mostPieces * fields }, () => '');
  #length = 0;
  #characters = 0;

  constructor(context: ConnectionContext, sessions: Sessions) {
    this.#context = context;
    this.#sessions = sessions;
  }

  add(sessionId: string, messageId: string, text: string): void {
    const pieces = this.#pieces;
    const at = this.#length;
    pieces[at] = sessionId;
    pieces[at + 1] = messageId;
    pieces[at + 2] = text;
    this.#length = at + fields;
    this.#characters += text.length;
    if (this.#length === pieces.length || this.#characters > mostCharacters) this.settle();
  }

  /** Records the waiting chunks. */
  settle(): void {
    if (this.#length === 0) return;
    // A copy, because recording may cause more chunks.
    const pieces = this.#pieces.slice(0, this.#length);
    this.#pieces.fill('', 0, this.#length);
    this.#length = 0;
    this.#characters = 0;
    this.#context.attempt({ from: 'agent', method: updateMethod, sessionId: pieces[0] }, () => {
      for (let at = 0; at < pieces.length; at += fields) {
        const session = this.#sessions.get(pieces[at] as string);
        session.messages.appendText('agent_message', pieces[at + 1] as string, pieces[at + 2] as string);
        session.see(spoken);
      }
    });
  }
}
