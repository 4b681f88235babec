/** Handlers for requests of the agent: files and terminals of version 1 agents, permissions, and elicitation. */
import { fileURLToPath } from 'node:url';

import type { Client, ClientConnection, ClientSession, ContentBlock } from '@acp-stack/sdk';
import {
  clientMachine,
  editorHandlers,
  elicitationHandlers,
  OpenedFiles,
  openPermissionMemory,
  permissionHandler,
  type ClientMachine,
  type EditorState,
  type KnownToolCall,
  type PermissionMemory,
} from '@acp-stack/workspace/client';
import { configFolder } from '@acp-stack/workspace/user-folders';

import type { ContextPlan } from '../../../context/context-plan.ts';
import { openEditor } from '../../../context/open-editor.ts';
import { PromptContext, type SentPrompt } from '../../../context/prompt-context.ts';
import type { Log } from '../../../log/log.ts';
import type { Terminal } from '../../../terminal/terminal.ts';
import { openPage } from '../../../terminal/open-page.ts';
import { decisionWords } from '../slash-commands/remembered-permissions.ts';
import type { Questions } from '../ui/questions.ts';

export interface ClientHandlersOptions {
  readonly cwd: string;
  readonly questions: Questions;
  /** Shows a note to the user. */
  readonly note: (sentence: string) => void;
  readonly terminal: Terminal;
  readonly connection: () => ClientConnection | undefined;
  /** The tool call as the user has seen it. */
  readonly toolCall: (sessionId: string, toolCallId: string) => KnownToolCall | undefined;
  /** The context of prompts. */
  readonly contextPlan: ContextPlan;
  readonly log: Log;
}

export class ClientHandlers implements AsyncDisposable {
  readonly machine: ClientMachine = clientMachine();
  /** The files that the user has mentioned, which are the open documents of a chat without an editor. */
  readonly #files: OpenedFiles;
  readonly #editor: EditorState;
  readonly #context: PromptContext;
  readonly #options: ClientHandlersOptions;
  #memory: PermissionMemory | undefined;

  constructor(options: ClientHandlersOptions) {
    this.#options = options;
    const { cwd, contextPlan: plan, log } = options;
    this.#files = new OpenedFiles([], { cwd });
    this.#editor = openEditor({ files: this.#files, editorState: plan.editorState, log });
    const workspace = (session: ClientSession): ReturnType<ClientMachine['workspace']> =>
      this.machine.workspace(session);
    this.#context = new PromptContext({ plan, editor: this.#editor, workspace, log });
  }

  /** The remembered permissions, if they can be stored. */
  get memory(): PermissionMemory | undefined {
    return this.#memory;
  }

  /** Registers the handlers. */
  async serve(app: Client): Promise<void> {
    const { questions, note, terminal, connection, toolCall } = this.#options;
    const memory = await this.#openMemory();
    this.#memory = memory;
    const editor = editorHandlers(this.#editor);
    app
      .onPermission(
        permissionHandler({
          ask: questions.permission,
          machine: this.machine,
          agent: () => connection()?.agentInfo.name ?? '',
          toolCall,
          ...(memory === undefined ? {} : { memory }),
          onDecision: (decision) => {
            const words = decisionWords(decision);
            if (words !== undefined && memory !== undefined) note(words);
          },
        }),
      )
      .onElicitation(
        elicitationHandlers({
          askForm: questions.form,
          askPage: questions.page,
          openPage: (url) => openPage(url, terminal.env),
          pageDone: ({ message }) => note(`Done in the browser: ${message}`),
          onRefused: (reason) => note(`A question of the agent was declined. ${reason}`),
        }),
      )
      .onFiles(this.machine.files)
      .onTerminals(this.machine.terminals)
      .onOpenDocuments(editor.openDocuments)
      .onRecentDocuments(editor.recentDocuments)
      .onActiveDocument(editor.activeDocument);
  }

  /** Treats the files that a message mentions as open documents. */
  mention(content: readonly ContentBlock[]): void {
    for (const block of content) {
      if (block.type === 'resource_link' && block.uri.startsWith('file:///'))
        this.#files.focus(fileURLToPath(block.uri));
    }
  }

  /** Adds the context to a prompt. */
  async withContext(content: readonly ContentBlock[], session: ClientSession): Promise<SentPrompt> {
    this.mention(content);
    const connection = this.#options.connection();
    return connection === undefined
      ? { content, options: {} }
      : this.#context.withContext(content, session, { connection, signal: session.signal });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.machine[Symbol.asyncDispose]();
  }

  /** Without storage, every permission is asked for. */
  async #openMemory(): Promise<PermissionMemory | undefined> {
    const { cwd, terminal, note } = this.#options;
    return openPermissionMemory({
      project: cwd,
      folder: configFolder(terminal.env),
      onProblem: ({ message }) => note(message),
    }).catch(() => undefined);
  }
}
