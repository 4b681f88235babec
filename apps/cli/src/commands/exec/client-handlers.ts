/**
 * Handlers for requests of an agent without a user: files and terminals of version 1 agents, and permissions by a
 * policy.
 *
 * They are loaded when an agent first uses them, which most version 2 agents never do.
 */
import type { Client, ClientConnection, ClientSession, ContentBlock } from '@acp-stack/sdk';
import type * as workspaceClient from '@acp-stack/workspace/client';
import type { ClientMachine, EditorState, PermissionDecision } from '@acp-stack/workspace/client';

import type { ContextPlan } from '../../context/context-plan.ts';
import type { SentPrompt } from '../../context/prompt-context.ts';
import type { Log } from '../../log/log.ts';
import { policyOf, type PermissionMode } from './permissions.ts';
import { KnownToolCalls } from './known-tool-calls.ts';

export interface ClientHandlersOptions {
  readonly permissions: PermissionMode;
  readonly files: boolean;
  readonly terminals: boolean;
  readonly onDecision: (decision: PermissionDecision) => void;
  /** The documents of the user, and the context of the prompt. */
  readonly context: {
    readonly plan: ContextPlan;
    /** The absolute paths of the files given to the command. */
    readonly paths: readonly string[];
  };
  readonly log: Log;
}

/** The part of the package that is loaded on demand. */
type Workspace = Pick<typeof workspaceClient, 'clientMachine' | 'editorHandlers' | 'permissionHandler'>;

export class ClientHandlers implements AsyncDisposable {
  readonly #options: ClientHandlersOptions;
  #workspace: Promise<Workspace> | undefined;
  #machine: Promise<ClientMachine> | undefined;
  #editor: Promise<EditorState> | undefined;

  constructor(options: ClientHandlersOptions) {
    this.#options = options;
  }

  /** Registers the handlers. An unreadable rules file fails here, not when it is needed. */
  async serve(app: Client): Promise<void> {
    const { permissions, files, terminals, onDecision } = this.#options;
    const policy = await policyOf(permissions);
    const known = new KnownToolCalls();
    app.onUpdate((update, { sessionId }) => {
      known.apply(sessionId, update);
    });
    app.onPermission(async (request, context) => {
      const { permissionHandler } = await this.#loadWorkspace();
      const machine = await this.#openMachine();
      return permissionHandler({ policy, machine, toolCall: known.get, onDecision })(request, context);
    });
    this.#serveDocuments(app);
    // Version 1 agents use these without asking for permission, so they are only offered if it was granted beforehand.
    const mayRead = permissions !== 'deny-all';
    const mayChange = permissions === 'approve-all';
    if (files && mayRead) {
      app.onFiles({
        readText: async (request, context) => (await this.#openMachine()).files.readText(request, context),
        ...(mayChange
          ? { writeText: async (request, context) => (await this.#openMachine()).files.writeText(request, context) }
          : {}),
      });
    }
    if (!terminals || !mayChange) return;
    app.onTerminals({
      create: async (request, context) => (await this.#openMachine()).terminals.create(request, context),
      output: async (id, context) => (await this.#openMachine()).terminals.output(id, context),
      waitForExit: async (id, context) => (await this.#openMachine()).terminals.waitForExit(id, context),
      kill: async (id, context) => (await this.#openMachine()).terminals.kill(id, context),
      release: async (id, context) => (await this.#openMachine()).terminals.release(id, context),
    });
  }

  /** Adds the context to a prompt. */
  async withContext(
    content: readonly ContentBlock[],
    session: ClientSession,
    target: { readonly connection: ClientConnection; readonly signal: AbortSignal },
  ): Promise<SentPrompt> {
    const { context, log } = this.#options;
    const { plan } = context;
    if (plan.names.length === 0) return { content, options: {} };
    const { PromptContext } = await import('../../context/prompt-context.ts');
    const [editor, machine] = await Promise.all([this.#openEditor(), this.#openMachine()]);
    return new PromptContext({ plan, editor, log, workspace: (each) => machine.workspace(each) }).withContext(
      content,
      session,
      target,
    );
  }

  /** Ends the terminals. */
  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#machine)?.[Symbol.asyncDispose]();
  }

  /** Registers the handlers for documents; without files and an editor there are none. */
  #serveDocuments(app: Client): void {
    const { plan, paths } = this.#options.context;
    if (paths.length === 0 && plan.editorState === undefined) return;
    const handlers = async (): Promise<workspaceClient.EditorHandlers> => {
      const [{ editorHandlers }, editor] = await Promise.all([this.#loadWorkspace(), this.#openEditor()]);
      return editorHandlers(editor);
    };
    app
      .onOpenDocuments(async () => (await handlers()).openDocuments())
      .onRecentDocuments(async ({ limit }) => (await handlers()).recentDocuments({ limit }))
      .onActiveDocument(async () => (await handlers()).activeDocument());
  }

  #openEditor(): Promise<EditorState> {
    const { context, log } = this.#options;
    const { plan, paths } = context;
    this.#editor ??= import('../../context/open-editor.ts').then(({ editorOf }) =>
      editorOf(paths, { editorState: plan.editorState, log }),
    );
    return this.#editor;
  }

  #loadWorkspace(): Promise<Workspace> {
    this.#workspace ??= import('@acp-stack/workspace/client');
    return this.#workspace;
  }

  #openMachine(): Promise<ClientMachine> {
    this.#machine ??= this.#loadWorkspace().then(({ clientMachine }) => clientMachine());
    return this.#machine;
  }
}
