/**
 * What the agent has said and the client has been told, before it is taken note of.
 *
 * Nearly all that an agent tells is text that crosses as it is. What is to be remembered of it matters only when something else happens, so that
 * is done for many pieces at once: before any other message, and before they are too many. Texts are kept and no messages, for whoever sent a
 * message may go on to change it.
 */
import type { ConnectionContext } from './connection-context.ts';
import type { Sessions } from './sessions.ts';

/** How many pieces wait. */
const mostPieces = 256;
/** How many characters wait. */
const mostCharacters = 65_536;
/** A session, a message, a text. */
const fields = 3;

/** What prompts are shown of a piece: which one it is does not matter to them. */
const spoken = { sessionUpdate: 'agent_message_chunk', messageId: '', content: { type: 'text', text: '' } } as const;

export class UnrecordedText {
  readonly #context: ConnectionContext;
  readonly #sessions: Sessions;
  /** As long as it ever gets: to let it grow each time would cost as much as all the rest. */
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

  /** Takes note of what has been said. */
  settle(): void {
    if (this.#length === 0) return;
    // A copy: what follows may have the agent say more.
    const pieces = this.#pieces.slice(0, this.#length);
    this.#pieces.fill('', 0, this.#length);
    this.#length = 0;
    this.#characters = 0;
    this.#context.attempt({ from: 'agent', method: 'session/update', sessionId: pieces[0] }, () => {
      for (let at = 0; at < pieces.length; at += fields) {
        const session = this.#sessions.get(pieces[at] as string);
        session.messages.appendText('agent_message', pieces[at + 1] as string, pieces[at + 2] as string);
        session.see(spoken);
      }
    });
  }
}
