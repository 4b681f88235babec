/**
 * The connection of a chat to its hub: what users are told about it, and how it is opened again.
 *
 * A hub keeps the session and its agent, so a lost connection is opened again by itself, and the chat goes on.
 */
import type { AgentServer } from '../../../config/agent-server.ts';
import { withoutPeriod } from '../../../text/without-period.ts';
import type { Note } from '../conversation/outcome-note.ts';
import { reconnectToHub } from './reconnect-to-hub.ts';

/** What an observer is told at the beginning, and instead of sending a message. */
export const observerWords =
  'You are an observer of this session: you see what happens, and cannot send messages. An owner can change your role.';

export interface HubConnectionParts {
  readonly ui: { note(note: Note): void };
  readonly server: AgentServer;
  /** The parts of the chat, as they become available. */
  readonly state: {
    readonly isClosing: boolean;
    readonly agent: { restart(): Promise<unknown> } | undefined;
    readonly conversation: { agentRestarted(): Promise<unknown> } | undefined;
  };
  readonly signal: AbortSignal;
}

export class HubConnection {
  readonly #parts: HubConnectionParts;
  #isReconnecting = false;

  constructor(parts: HubConnectionParts) {
    this.#parts = parts;
  }

  /** The hub cannot be reached, while the connection is tried again; or it is there again. */
  noteReachable(isReachable: boolean): void {
    if (isReachable) this.#note('info', 'The hub is connected again.');
    else this.#note('warning', 'The hub cannot be reached; connecting again. /quit quits.');
  }

  /** Connects to the hub again; the session goes on where it was. */
  async reconnect(): Promise<void> {
    // The connection may be lost again while the session is being opened.
    if (this.#isReconnecting) return;
    this.#isReconnecting = true;
    const { server, state, signal } = this.#parts;
    this.#note('warning', 'The connection to the hub was lost; connecting again. /quit quits.');
    try {
      const { explainFailure } = await import('../../../connect/explain-failure.ts');
      await reconnectToHub({
        connect: async () => {
          await state.agent?.restart();
          await state.conversation?.agentRestarted();
        },
        explain: (error) => explainFailure(error, { server, isConnected: true }),
        signal,
      });
      this.#note('info', 'The hub is connected again.');
    } catch (error) {
      const reason = withoutPeriod(error instanceof Error ? error.message : 'it closed the connection');
      this.#note('error', `The hub is not connected: ${reason}. /restart tries again, /quit quits.`);
    } finally {
      this.#isReconnecting = false;
    }
  }

  #note(kind: Note['kind'], text: string): void {
    const { ui, state, signal } = this.#parts;
    if (!state.isClosing && !signal.aborted) ui.note({ kind, text });
  }
}
