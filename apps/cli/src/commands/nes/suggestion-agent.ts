/**
 * The agent that suggests edits: started in the background, notified of every change, and possibly stopped.
 *
 * Editing works without the agent; its state is shown in the status line.
 */
import { describeError } from '@acp-stack/rpc';
import { pathToFileURL } from 'node:url';

import {
  nesClientCapabilities,
  startNes,
  type NesClient,
  type TextPosition,
  type Span,
  type SuggestionKind,
} from '@acp-stack/nes';
import { readRepositoryOrigin } from '@acp-stack/workspace';
import { LoginError, type LoginHooks } from '@acp-stack/workspace/client';
import type { ClientConnection } from '@acp-stack/sdk';

import type { AgentServer } from '../../config/agent-server.ts';
import { CommandError } from '../../errors/command-error.ts';
import type { ConnectOptions } from '../../connect/connect-agent.ts';
import { explainFailure } from '../../connect/explain-failure.ts';
import { RestartableAgent } from '../../connect/restartable-agent.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import { runDiagnostics } from './command-diagnostics.ts';
import { relatedSnippets } from './related-snippets.ts';
import { withoutPeriod } from '../../text/without-period.ts';

/** A document with its current text. */
export interface EditedDocument {
  readonly uri: string;
  readonly languageId: string;
  readonly text: string;
  readonly cursor: TextPosition;
  readonly visible: Span;
}

export type SuggestionAgentState =
  | { readonly kind: 'starting' | 'ready' | 'asking' }
  /** The agent has stopped, or cannot suggest edits; `words` says why. */
  | { readonly kind: 'gone'; readonly words: string };

export interface SuggestionAgentInit extends Pick<LoginHooks<ClientConnection>, 'choose' | 'runInTerminal'> {
  readonly server: AgentServer;
  readonly cwd: string;
  readonly connect: ConnectOptions;
  /** The open documents, the visible one first. */
  readonly documents: () => readonly EditedDocument[];
  /** The command whose problems are the diagnostics. */
  readonly diagnostics?: string | undefined;
  /** Something that is displayed has changed. */
  readonly changed: () => void;
}

const kinds: readonly SuggestionKind[] = ['edit', 'jump', 'rename', 'searchAndReplace'];

export class SuggestionAgent {
  readonly #init: SuggestionAgentInit;
  #state: SuggestionAgentState = { kind: 'starting' };
  #agent: RestartableAgent | undefined;
  #nes: NesClient | undefined;
  #isClosed = false;
  /** Aborts the running search for problems. */
  #search = new AbortController();
  /** The start or end in progress; one at a time. */
  #transition: Promise<void> = Promise.resolve();

  constructor(init: SuggestionAgentInit) {
    this.#init = init;
  }

  get state(): SuggestionAgentState {
    return this.#state;
  }

  /** The session; undefined while there is none. */
  get nes(): NesClient | undefined {
    return this.#nes;
  }

  /** Runs the command of the user again, because a document was saved. */
  findProblems(): void {
    void this.#findProblems();
  }

  get name(): string {
    const info = this.#agent?.connection.agentInfo;
    return inOneLine(info === undefined ? this.#init.server.name : (info.title ?? info.name));
  }

  /** Starts or restarts the agent. */
  start(): void {
    if (this.#state.kind === 'starting' && this.#agent !== undefined) return;
    this.#set({ kind: 'starting' });
    this.#transition = this.#transition.then(() => this.#startAgent());
  }

  /** Ends the session and the agent; resolves when every process of the agent is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#transition.catch(() => undefined);
    await this.#endSession();
    await this.#agent?.[Symbol.asyncDispose]();
  }

  async #startAgent(): Promise<void> {
    if (this.#isClosed) return;
    const { server, connect, choose, runInTerminal } = this.#init;
    try {
      await this.#endSession();
      if (this.#agent === undefined) {
        const options = { ...connect, capabilities: nesClientCapabilities(kinds) };
        const hooks = { choose, ...(runInTerminal === undefined ? {} : { runInTerminal }), onEnd: this.#ended };
        this.#agent = await RestartableAgent.connect(server, options, hooks);
      } else await this.#agent.restart();
      await this.#startSession(this.#agent);
    } catch (error) {
      const { signal } = connect.deadline;
      if (signal.aborted || this.#isClosed) return;
      this.#set(goneState(reasonOf(error, server, this.#agent !== undefined)));
    }
  }

  async #startSession(agent: RestartableAgent): Promise<void> {
    const { cwd, documents, changed, connect } = this.#init;
    if (agent.connection.capabilities.nes === undefined || agent.connection.capabilities.nes === null) {
      this.#set({ kind: 'gone', words: 'this agent has no suggestions; name another one after --' });
      return;
    }
    const workspaceUri = pathToFileURL(cwd).href;
    const repository = await readRepositoryOrigin(cwd);
    const workspace = {
      workspaceUri,
      workspaceFolders: [{ uri: workspaceUri, name: cwd.split(/[/\\]/u).at(-1) ?? cwd }],
      ...(repository === undefined ? {} : { repository }),
    };
    const options = {
      workspace,
      kinds,
      relatedSnippets: (uri: string, position: TextPosition) => relatedSnippets(documents(), uri, position),
      onSuggestions: changed,
      onConfigOptions: changed,
      onAsking: (isAsking: boolean) => {
        if (this.#state.kind !== 'gone') this.#set({ kind: isAsking ? 'asking' : 'ready' });
      },
      onError: (error: unknown) => {
        if (this.#state.kind !== 'gone') connect.log.info(`a suggestion failed: ${String(error)}`);
      },
    };
    const nes = await agent.login.run((connection) => startNes(connection, options), {
      signal: connect.deadline.signal,
    });
    const [front, ...others] = documents();
    // The document that is opened last counts as used last.
    for (const { uri, languageId, text } of others.toReversed()) nes.open(uri, languageId, text);
    if (front !== undefined) {
      nes.open(front.uri, front.languageId, front.text);
      nes.focus(front.uri, front.cursor, front.visible);
    }
    this.#nes = nes;
    this.#set({ kind: 'ready' });
    void this.#findProblems();
  }

  /** Runs the command of the user; a run that is not over is given up. */
  async #findProblems(): Promise<void> {
    const { diagnostics: command = '', cwd, documents } = this.#init;
    if (command === '' || this.#nes === undefined) return;
    this.#search.abort();
    const search = new AbortController();
    this.#search = search;
    const found = await runDiagnostics(command, cwd, search.signal);
    if (search.signal.aborted) return;
    for (const { uri } of documents()) this.#nes?.setDiagnostics(uri, found.get(uri) ?? []);
  }

  /** Closes the session. */
  async #endSession(): Promise<void> {
    const nes = this.#nes;
    this.#nes = undefined;
    this.#search.abort();
    if (nes === undefined) return;
    for (const { uri } of this.#init.documents()) nes.close(uri);
    await nes[Symbol.asyncDispose]();
  }

  readonly #ended = (error: Error | undefined): void => {
    this.#nes = undefined;
    const reason = error === undefined ? 'it closed the connection' : reasonOf(error, this.#init.server, true);
    this.#set(goneState(reason));
  };

  #set(state: SuggestionAgentState): void {
    this.#state = state;
    this.#init.changed();
  }
}

const goneState = (reason: string): SuggestionAgentState => ({
  kind: 'gone',
  words: `no suggestions, Ctrl+R retries: ${reason}`,
});

function reasonOf(error: unknown, server: AgentServer, isConnected: boolean): string {
  const explained = error instanceof LoginError ? error : explainFailure(error, { server, isConnected });
  // There is one line, and the last output of the agent says more than that it has exited.
  const last = explained instanceof CommandError ? explained.details.at(-1) : undefined;
  const words = last ?? describeError(explained);
  return withoutPeriod(inOneLine(words));
}
