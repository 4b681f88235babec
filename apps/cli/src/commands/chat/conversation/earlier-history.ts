/**
 * The part of a long session that a hub has and the transcript has not: of such a session only the end is read at
 * first.
 *
 * It is read when the user asks for it, as a replay of the whole history that is merged into the transcript.
 */
import type { ClientConnection, ClientSession } from '@acp-stack/sdk';
import type { TranscriptStore } from '@acp-stack/transcript';

/** How many of the last entries of a session of a hub are read at first. */
export const hubTail = 200;

export interface EarlierHistoryParts {
  readonly connection: () => ClientConnection;
  readonly store: () => TranscriptStore;
  /** Undefined while no session is open, or the connection is lost. */
  readonly session: () => ClientSession | undefined;
  /** Called with the session when what was missing is in the transcript, with all that has happened meanwhile. */
  readonly onRead: (session: ClientSession) => void;
}

export class EarlierHistory {
  readonly #parts: EarlierHistoryParts;
  #isMissing = false;
  #reading: Promise<void> | undefined;

  constructor(parts: EarlierHistoryParts) {
    this.#parts = parts;
  }

  /** Whether only the last part of the history is in the transcript. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  /** Whether updates are part of the history that is being read. */
  get isReading(): boolean {
    return this.#reading !== undefined;
  }

  /** A session was opened, and so many entries of its end were read; undefined if the whole history was read. */
  opened(read: number | undefined): void {
    this.#isMissing = read !== undefined && read >= hubTail;
  }

  /** Reads what is missing; resolves when it is in the transcript. */
  async read(): Promise<void> {
    const { session, onRead } = this.#parts;
    if (!this.#isMissing) return;
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    await this.#reading;
    const opened = session();
    if (opened !== undefined) onRead(opened);
  }

  async #read(): Promise<void> {
    const session = this.#parts.session();
    if (session === undefined) return;
    const store = this.#parts.store();
    const replay = store.replay();
    try {
      await this.#parts.connection().load({ sessionId: session.id, cwd: session.cwd });
    } finally {
      replay[Symbol.dispose]();
    }
    if (store === this.#parts.store()) this.#isMissing = false;
  }
}
