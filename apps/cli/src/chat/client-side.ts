/** What the agent of a chat may ask for: files and commands for agents of version 1, permissions, and data from the user. */
import type { Client, ClientConnection } from '@acp-stack/sdk';
import type { ToolCallUpdate } from '@acp-stack/schema/v2/unstable';
import {
  clientMachine,
  editorHandlers,
  elicitationHandlers,
  GivenFiles,
  openPermissionMemory,
  permissionHandler,
  type ClientMachine,
  type PermissionMemory,
} from '@acp-stack/workspace/client';

import { configFolder } from '../config/config-folder.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { openPage } from './open-page.ts';
import type { Questions } from './questions.ts';

export interface ClientSideOptions {
  readonly cwd: string;
  readonly questions: Questions;
  /** Says something to the user. */
  readonly told: (sentence: string) => void;
  readonly terminal: Terminal;
  readonly connection: () => ClientConnection | undefined;
}

export class ClientSide implements AsyncDisposable {
  readonly machine: ClientMachine = clientMachine();
  /** The files that the user has mentioned, which is as near to an open document as a chat comes. */
  readonly files: GivenFiles;
  readonly #options: ClientSideOptions;

  constructor(options: ClientSideOptions) {
    this.#options = options;
    this.files = new GivenFiles([], { cwd: options.cwd });
  }

  /** Says what `app` answers. */
  async serve(app: Client): Promise<void> {
    const { questions, told, terminal, connection } = this.#options;
    const memory = await this.#memory();
    const editor = editorHandlers(this.files);
    app
      .onPermission(
        permissionHandler({
          ask: questions.permission,
          machine: this.machine,
          agent: () => connection()?.agentInfo.name ?? '',
          toolCall: (sessionId, id) =>
            connection()?.session(sessionId)?.toolCalls.get(id) as ToolCallUpdate | undefined,
          ...(memory === undefined ? {} : { memory }),
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
