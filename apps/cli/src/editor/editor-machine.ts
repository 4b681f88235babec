/**
 * The files, terminals and documents of an editor, for the agents of the hub in it.
 *
 * Reading returns unsaved changes. A change of a file and a command need the answer of the user, as everywhere, and go
 * through the editor: the file is changed in its document, and the terminal is shown.
 */
import type { AgentObserver, OfferedAgent, OfferMachine } from '@acp-stack/hub';
import { RpcError } from '@acp-stack/rpc';
import { errorCodes } from '@acp-stack/schema/v2/unstable';
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import type { Client, RequestHandlerContext } from '@acp-stack/sdk';
import type { Terminal } from '@acp-stack/workspace';
import {
  clientMachine,
  editorHandlers,
  readPermission,
  withWireErrors,
  type ClientMachine,
  type EditorState,
  type MachineContext,
} from '@acp-stack/workspace/client';

import { PermittedMachine } from '../access/permitted-machine.ts';
import { KnownToolCalls } from '../commands/exec/known-tool-calls.ts';

/** What an editor lets agents use. */
export interface EditorMachine {
  /** The text of a file with unsaved changes, by its path without links; undefined if there are none. */
  readonly unsaved: (path: string) => string | undefined;
  /** Changes or creates a file through the editor, and saves it; the path is without links. */
  readonly write: (path: string, text: string) => Promise<void>;
  /** Shows a terminal that an agent has started. */
  readonly showTerminal: (terminal: Terminal, agent: string) => void;
  /** The documents. */
  readonly documents: EditorState;
  /** Throws one sentence if agents may not change files and run commands now. */
  readonly requireTrust: () => void;
  /** Whether the user reviews changes after they are made, instead of being asked before. */
  readonly changesAreReviewed: () => boolean;
  /** Called with each update of an agent. */
  readonly onUpdate?: (update: SessionUpdate) => void;
}

/** For `offer` of a hub. Disposing of the result ends every command. */
export function offerEditor(editor: EditorMachine): { readonly offer: OfferMachine } & AsyncDisposable {
  const machine = clientMachine({ buffers: { unsaved: ({ realPath }) => editor.unsaved(realPath) } });
  return {
    offer: (app, agent) => new OfferedEditor({ editor, agent, machine }).serve(app),
    [Symbol.asyncDispose]: () => machine[Symbol.asyncDispose](),
  };
}

interface Parts {
  readonly editor: EditorMachine;
  readonly agent: OfferedAgent;
  readonly machine: ClientMachine;
}

type Context = RequestHandlerContext<'client'>;

class OfferedEditor {
  readonly #editor: EditorMachine;
  readonly #agent: OfferedAgent;
  readonly #machine: ClientMachine;
  readonly #permitted: PermittedMachine;
  readonly #known = new KnownToolCalls();
  /** That of the latest request: an agent has one connection. */
  #connection: Context['connection'] | undefined;

  constructor({ editor, agent, machine }: Parts) {
    this.#editor = editor;
    this.#agent = agent;
    this.#machine = machine;
    const through: ClientMachine = { ...machine, files: { ...machine.files, writeText: this.#write } };
    this.#permitted = new PermittedMachine({
      machine: () => Promise.resolve(through),
      permission: (request, { signal }) => {
        const connection = this.#connection;
        if (connection === undefined) return Promise.resolve({ outcome: 'cancelled' });
        return agent.ask(request, { signal, connection });
      },
      asksForReads: false,
      changesAreReviewed: editor.changesAreReviewed,
      agent: () => agent.name,
      onWork: () => undefined,
    });
  }

  /** Registers the handlers. */
  serve(app: Client): AgentObserver {
    const { documents } = this.#editor;
    const state = editorHandlers(documents);
    const { terminals } = this.#machine;
    app
      .on('fs/read_text_file', async (request, context) => ({
        content: await this.#permitted.readText(request, this.#in(request, context)),
      }))
      .on('fs/write_text_file', async (request, context) => {
        this.#requireTrust();
        await this.#permitted.writeText(request, this.#in(request, context));
        return {};
      })
      .on('terminal/create', async (request, context) => {
        this.#requireTrust();
        const terminalId = await this.#permitted.createTerminal(request, this.#in(request, context));
        const terminal = this.#machine.terminal(terminalId);
        if (terminal !== undefined) this.#editor.showTerminal(terminal, this.#agent.name);
        return { terminalId };
      })
      .on('terminal/output', (request, context) => terminals.output(request.terminalId, this.#in(request, context)))
      .on('terminal/wait_for_exit', (request, context) =>
        terminals.waitForExit(request.terminalId, this.#in(request, context)),
      )
      .on('terminal/kill', async (request, context) => {
        await terminals.kill(request.terminalId, this.#in(request, context));
        return {};
      })
      .on('terminal/release', async (request, context) => {
        await terminals.release(request.terminalId, this.#in(request, context));
        return {};
      })
      .on('workspace/open_documents', (request, context) => {
        this.#in(request, context);
        return { documents: [...state.openDocuments()] };
      })
      .on('workspace/recent_documents', (request, context) => {
        this.#in(request, context);
        return { documents: [...state.recentDocuments({ limit: request.limit ?? undefined })] };
      })
      .on('workspace/active_document', (request, context) => {
        this.#in(request, context);
        return { document: state.activeDocument() ?? null };
      });
    return {
      update: (sessionId, update) => {
        this.#known.apply(sessionId, update);
        this.#editor.onUpdate?.(update);
      },
      decided: (request, outcome) => {
        const { subject, sessionId } = request;
        const known =
          subject?.type === 'tool_call' ? this.#known.get(sessionId, subject.toolCall.toolCallId) : undefined;
        const question = readPermission(request, known);
        const chosen = 'optionId' in outcome ? outcome.optionId : undefined;
        const option = question.options.find(({ optionId }) => optionId === chosen);
        this.#permitted.approved.note({ question, option, by: 'user' });
      },
    };
  }

  /** The session of a request; throws if it is not open in the agent. */
  #in({ sessionId }: { readonly sessionId: string }, { signal, connection }: Context): MachineContext {
    this.#connection = connection;
    const session = this.#agent.session(sessionId);
    if (session !== undefined) return { session, signal };
    throw new RpcError(errorCodes.resource_not_found, 'Session not found.', { data: { sessionId } });
  }

  #requireTrust(): void {
    try {
      this.#editor.requireTrust();
    } catch (error) {
      throw new RpcError(errorCodes.invalid_request, error instanceof Error ? error.message : String(error));
    }
  }

  /** Writes through the editor, only inside the directories of the session. */
  readonly #write: ClientMachine['files']['writeText'] = ({ path, content }, { session }) =>
    withWireErrors(async () => {
      const { roots } = await this.#machine.workspace(session);
      await this.#editor.write(await roots.resolve(path), content);
    });
}
