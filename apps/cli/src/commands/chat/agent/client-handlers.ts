/** What the agent of a chat may ask for: files and commands for agents of version 1, permissions, and data from the user. */
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
  /** Says something to the user. */
  readonly told: (sentence: string) => void;
  readonly terminal: Terminal;
  readonly connection: () => ClientConnection | undefined;
  /** What the user has been shown of a tool call. */
  readonly toolCall: (sessionId: string, toolCallId: string) => KnownToolCall | undefined;
  /** What agents are told beside prompts. */
  readonly contextPlan: ContextPlan;
  readonly log: Log;
}

export class ClientHandlers implements AsyncDisposable {
  readonly machine: ClientMachine = clientMachine();
  /** The files that the user has mentioned, which is as near to an open document as a chat comes by itself. */
  readonly #files: OpenedFiles;
  readonly #editor: EditorState;
  readonly #context: PromptContext;
  readonly #options: ClientHandlersOptions;
  #kept: PermissionMemory | undefined;

  constructor(options: ClientHandlersOptions) {
    this.#options = options;
    const { cwd, contextPlan: plan, log } = options;
    this.#files = new OpenedFiles([], { cwd });
    this.#editor = openEditor({ files: this.#files, editorState: plan.editorState, log });
    const workspace = (session: ClientSession): ReturnType<ClientMachine['workspace']> =>
      this.machine.workspace(session);
    this.#context = new PromptContext({ plan, editor: this.#editor, workspace, log });
  }

  /** What the user has answered once and for all, where it can be kept. */
  get memory(): PermissionMemory | undefined {
    return this.#kept;
  }

  /** Says what `app` answers. */
  async serve(app: Client): Promise<void> {
    const { questions, told, terminal, connection, toolCall } = this.#options;
    const memory = await this.#memory();
    this.#kept = memory;
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
            if (words !== undefined && memory !== undefined) told(words);
          },
        }),
      )
      .onElicitation(
        elicitationHandlers({
          askForm: questions.form,
          askPage: questions.page,
          openPage: (url) => openPage(url, terminal.env),
          pageDone: ({ message }) => told(`Done in the browser: ${message}`),
          onRefused: (reason) => told(`A question of the agent was declined. ${reason}`),
        }),
      )
      .onFiles(this.machine.files)
      .onTerminals(this.machine.terminals)
      .onOpenDocuments(editor.openDocuments)
      .onRecentDocuments(editor.recentDocuments)
      .onActiveDocument(editor.activeDocument);
  }

  /** The files that a message mentions are looked at from now on. */
  mention(content: readonly ContentBlock[]): void {
    for (const block of content) {
      if (block.type === 'resource_link' && block.uri.startsWith('file:///'))
        this.#files.focus(fileURLToPath(block.uri));
    }
  }

  /** A prompt with what goes along with it. */
  async beside(content: readonly ContentBlock[], session: ClientSession): Promise<SentPrompt> {
    this.mention(content);
    const connection = this.#options.connection();
    return connection === undefined
      ? { content, options: {} }
      : this.#context.beside(content, session, { connection, signal: session.signal });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.machine[Symbol.asyncDispose]();
  }

  /** Without a place to keep answers, all are asked for. */
  async #memory(): Promise<PermissionMemory | undefined> {
    const { cwd, terminal, told } = this.#options;
    return openPermissionMemory({
      project: cwd,
      folder: configFolder(terminal.env),
      onProblem: ({ message }) => told(message),
    }).catch(() => undefined);
  }
}
