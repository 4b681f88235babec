/**
 * The connection to the agent that suggests edits, and the session on it.
 *
 * The editor works without it. A session that ends is started again when the user asks for it.
 */
import { packageVersion } from '@acp-stack/schema/package-version';
import {
  nesClientCapabilities,
  startNes,
  type NesClient,
  type SuggestionKind,
  type SuggestTiming,
} from '@acp-stack/nes';
import type { Channel } from '@acp-stack/rpc';
import { client, type ClientConnection } from '@acp-stack/sdk';

import { nameOf, uriOf } from '../paths/file-path.ts';
import type { EditedDocument } from './edited-document.ts';

/** What the editor can show; no `searchAndReplace`, because a regular expression of an agent could block the page. */
const kinds: readonly SuggestionKind[] = ['edit', 'jump', 'rename'];

/** Milliseconds for requests that run when the connection is closed. */
const endGrace = 500;

/** What the agent is doing. */
export type SuggestionState =
  | { readonly kind: 'off' | 'starting' | 'ready' | 'asking' }
  /** There are no suggestions; `words` says why, as one sentence. */
  | { readonly kind: 'gone'; readonly words: string };

export interface SuggestionSessionOptions {
  /** Opens the connection to the agent. */
  readonly connect: () => Promise<Channel>;
  /** The folder of the session. */
  readonly folder: string;
  /** The open files, the visible one last. */
  readonly documents: () => readonly EditedDocument[];
  /** Suggestions or the state have changed. */
  readonly onChange: () => void;
  readonly timing?: Partial<SuggestTiming>;
}

export class SuggestionSession {
  readonly #options: SuggestionSessionOptions;
  #state: SuggestionState = { kind: 'off' };
  #connection: ClientConnection | undefined;
  #nes: NesClient | undefined;
  /** Which start this is; an earlier one that is still under way gives up. */
  #run = 0;

  constructor(options: SuggestionSessionOptions) {
    this.#options = options;
  }

  get state(): SuggestionState {
    return this.#state;
  }

  /** The session; undefined while there is none. */
  get nes(): NesClient | undefined {
    return this.#nes;
  }

  /** Starts the session unless it is starting or runs. */
  async start(): Promise<void> {
    if (this.#state.kind !== 'off' && this.#state.kind !== 'gone') return;
    this.#run += 1;
    const run = this.#run;
    this.#set({ kind: 'starting' });
    try {
      await this.#start(run);
    } catch (error) {
      const reason = error instanceof Error ? error.message.replace(/\.$/u, '') : String(error);
      if (run === this.#run) this.#gone(`There are no suggestions: ${reason}.`);
    }
  }

  /** Ends the session and the connection; it can be started again. */
  async close(): Promise<void> {
    this.#run += 1;
    const [nes, connection] = [this.#nes, this.#connection];
    this.#nes = undefined;
    this.#connection = undefined;
    this.#set({ kind: 'off' });
    await nes?.[Symbol.asyncDispose]();
    await connection?.close({ grace: endGrace });
  }

  async #start(run: number): Promise<void> {
    const { connect, folder, documents, onChange, timing } = this.#options;
    const app = client(
      { name: 'acp-web', title: 'acp in a browser', version: packageVersion },
      { capabilities: nesClientCapabilities(kinds) },
    );
    const connection = await app.connect(await connect());
    if (run !== this.#run) {
      await connection.close({ grace: endGrace });
      return;
    }
    this.#connection = connection;
    void connection.closed.then(() => {
      if (this.#connection === connection) this.#gone('The agent that suggests edits has ended.');
    });
    if ((connection.capabilities.nes ?? undefined) === undefined) {
      this.#gone('The default agent suggests no edits.');
      await connection.close({ grace: endGrace });
      return;
    }
    const workspaceUri = uriOf(folder);
    const nes = await startNes(connection, {
      workspace: { workspaceUri, workspaceFolders: [{ uri: workspaceUri, name: nameOf(folder) }] },
      kinds,
      onSuggestions: onChange,
      onAsking: (isAsking) => {
        if (this.#nes !== undefined) this.#set({ kind: isAsking ? 'asking' : 'ready' });
      },
      ...(timing === undefined ? {} : { timing }),
    });
    // The connection was closed meanwhile, and the session with it.
    if (run !== this.#run) return;
    this.#nes = nes;
    for (const { uri, languageId, text } of documents()) nes.open(uri, languageId, text.toString());
    this.#set({ kind: 'ready' });
  }

  #gone(words: string): void {
    this.#nes = undefined;
    this.#connection = undefined;
    this.#set({ kind: 'gone', words });
  }

  #set(state: SuggestionState): void {
    this.#state = state;
    this.#options.onChange();
  }
}
