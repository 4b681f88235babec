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
  type PermissionDecision,
  type PermissionMemory,
} from '@acp-stack/workspace/client';
import { configFolder } from '@acp-stack/workspace/user-folders';

import { accessWords, allowFlags, type AgentAccess } from '../../../access/agent-access.ts';
import { PermittedMachine, type MachineWork } from '../../../access/permitted-machine.ts';
import { refuseEditorState, serveMachine } from '../../../access/serve-machine.ts';
import type { AccessName } from '../../../config/access-names.ts';
import type { AgentServer } from '../../../config/agent-server.ts';
import { agentIdentity, agentName } from '../../../connect/agent-name.ts';
import type { ContextPlan } from '../../../context/context-plan.ts';
import { openEditor } from '../../../context/open-editor.ts';
import { PromptContext, type SentPrompt } from '../../../context/prompt-context.ts';
import type { Log } from '../../../log/log.ts';
import type { Terminal } from '../../../terminal/terminal.ts';
import { escapeLine } from '../../../text/escape-control-characters.ts';
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
  readonly server: AgentServer;
  /** What the agent may use of this machine. */
  readonly access: AgentAccess;
  /** The tool call as the user has seen it. */
  readonly toolCall: (sessionId: string, toolCallId: string) => KnownToolCall | undefined;
  /** What a user types for a command of the chat. */
  readonly ownCommand: (name: string) => string;
  /** Called after every decision about a permission. */
  readonly answered: (decision: PermissionDecision) => void;
  /** The context of prompts. */
  readonly contextPlan: ContextPlan;
  readonly log: Log;
}

const workWords: Readonly<Record<MachineWork['kind'], string>> = {
  read: 'has read',
  edit: 'has written',
  execute: 'runs the command',
};

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
    const { questions, note, answered, terminal, connection, toolCall, server } = this.#options;
    const identity = (connected: ClientConnection | undefined): string =>
      connected === undefined ? '' : agentIdentity(connected.agentInfo, server);
    const memory = await this.#openMemory();
    this.#memory = memory;
    const permitted = this.#permit();
    app
      .onPermission(
        permissionHandler({
          ask: questions.permission,
          machine: this.machine,
          agent: () => identity(connection()),
          toolCall,
          ...(memory === undefined ? {} : { memory }),
          onDecision: (decision) => {
            permitted.approved.note(decision);
            answered(decision);
            const words = decisionWords(decision, this.#options.ownCommand('permissions'));
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
      );
    this.#offer(app, permitted);
  }

  /** Registers what the agent may use of this machine. */
  #offer(app: Client, permitted: PermittedMachine): void {
    const { server, access, note } = this.#options;
    const refused = new Set<AccessName>();
    const onRefused = (part: AccessName): void => {
      if (refused.has(part)) return;
      refused.add(part);
      note(`${server.name} wanted to ${accessWords[part]} and was refused; acp chat ${allowFlags[part]} allows it.`);
    };
    const files = access.has('fs');
    serveMachine(
      app,
      { reads: files, writes: files, commands: access.has('terminal') },
      { permitted: () => Promise.resolve(permitted), machine: () => Promise.resolve(this.machine), onRefused },
    );
    if (!access.has('editor-state')) return refuseEditorState(app, onRefused);
    const editor = editorHandlers(this.#editor);
    app
      .onOpenDocuments(editor.openDocuments)
      .onRecentDocuments(editor.recentDocuments)
      .onActiveDocument(editor.activeDocument);
  }

  /** Files and terminals with a question for each change and each command; a local agent may read without one. */
  #permit(): PermittedMachine {
    const { server, connection, questions, note, answered } = this.#options;
    const isRemote = server.kind === 'url';
    const agent = (): string => {
      const info = connection()?.agentInfo;
      // A remote agent may call itself anything.
      return info === undefined || isRemote ? server.name : agentName(info, server);
    };
    return new PermittedMachine({
      machine: () => Promise.resolve(this.machine),
      permission: permissionHandler({ ask: questions.permission, machine: this.machine, onDecision: answered }),
      asksForReads: isRemote,
      agent,
      onWork: ({ kind, what }) => {
        if (kind !== 'read' || isRemote) note(`${agent()} ${workWords[kind]} ${escapeLine(what)}`);
      },
    });
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
