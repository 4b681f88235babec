/**
 * Text chunks that were sent to the client and are not recorded yet.
 *
 * Nearly all updates are text that is passed on unchanged. The record matters only for other messages, so it is made
 * for many chunks at once: before any other message, and before they become too many. Strings are kept and not
 * messages, because the sender may change a message afterwards.
 */
import { updateMethod } from '../protocol/method-names.ts';
import type { ConnectionContext } from './connection-context.ts';
import type { Sessions } from './sessions.ts';

/** How many chunks may wait. */
const maxChunks = 256;
/** How many characters may wait. */
const maxCharacters = 65_536;
/** The strings of one chunk: session id, message id, text. */
const stringsPerChunk = 3;

/** A chunk as a session sees it here: its content does not matter. */
const anyChunk = { sessionUpdate: 'agent_message_chunk', messageId: '', content: { type: 'text', text: '' } } as const;

export class TextChunkBuffer {
  readonly #context: ConnectionContext;
  readonly #sessions: Sessions;
  /** Allocated once: growing it each time would cost as much as everything else. */
  readonly #strings: string[] = Array.from({ length: maxChunks * stringsPerChunk }, () => '');
  #length = 0;
  #characters = 0;

  constructor(context: ConnectionContext, sessions: Sessions) {
    this.#context = context;
    this.#sessions = sessions;
  }

  add(sessionId: string, messageId: string, text: string): void {
    const strings = this.#strings;
    const index = this.#length;
    strings[index] = sessionId;
    strings[index + 1] = messageId;
    strings[index + 2] = text;
    this.#length = index + stringsPerChunk;
    this.#characters += text.length;
    if (this.#length === strings.length || this.#characters > maxCharacters) this.flush();
  }

  /** Records the waiting chunks. */
  flush(): void {
    if (this.#length === 0) return;
    // A copy, because recording may add more chunks.
    const strings = this.#strings.slice(0, this.#length);
    this.#strings.fill('', 0, this.#length);
    this.#length = 0;
    this.#characters = 0;
    this.#context.attempt({ from: 'agent', method: updateMethod, sessionId: strings[0] }, () => {
      for (let index = 0; index < strings.length; index += stringsPerChunk) {
        const session = this.#sessions.get(strings[index] as string);
        session.messages.appendText('agent_message', strings[index + 1] as string, strings[index + 2] as string);
        session.see(anyChunk);
      }
    });
  }
}
