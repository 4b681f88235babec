/**
 * Handlers for requests of an agent without a user: files and terminals of version 1 agents, and permissions by a
 * policy.
 *
 * They are loaded when an agent first uses them, which most version 2 agents never do.
 */
import type { Client, ClientConnection, ClientSession, ContentBlock } from '@acp-stack/sdk';
import type * as workspaceClient from '@acp-stack/workspace/client';
import type { ClientMachine, EditorState, PermissionDecision } from '@acp-stack/workspace/client';

import { accessWords, allowFlags, type AgentAccess } from '../../access/agent-access.ts';
import type { MachineWork, PermittedMachine } from '../../access/permitted-machine.ts';
import type { AccessName } from '../../config/access-names.ts';
import type { AgentServer } from '../../config/agent-server.ts';
import type { ContextPlan } from '../../context/context-plan.ts';
import type { SentPrompt } from '../../context/prompt-context.ts';
import type { Log } from '../../log/log.ts';
import { inOneLine } from '../../text/strip-control-characters.ts';
import { policyOf, type PermissionMode } from './permissions.ts';
import { KnownToolCalls } from './known-tool-calls.ts';

export interface ClientHandlersOptions {
  readonly permissions: PermissionMode;
  /** Whether they also decide about changes of protected paths, which are refused otherwise. */
  readonly allowsProtected: boolean;
  readonly server: AgentServer;
  /** What the agent may use of this machine, if the policy allows it too. */
  readonly access: AgentAccess;
  readonly onDecision: (decision: PermissionDecision) => void;
  /** Called when the agent has done something on this machine through the client. */
  readonly onWork: (work: MachineWork) => void;
  /** The documents of the user, and the context of the prompt. */
  readonly context: {
    readonly plan: ContextPlan;
    /** The absolute paths of the files given to the command. */
    readonly paths: readonly string[];
  };
  readonly log: Log;
}

/** The part of the package that is loaded on demand. */
type Workspace = Pick<typeof workspaceClient, 'clientMachine' | 'editorHandlers' | 'namedPlaces' | 'permissionHandler'>;

const maxWarnings = 100;

/** Reading needs less permission than changing, so the two are told apart. */
const fileWords: ReadonlyMap<string, string> = new Map([
  ['fs/read_text_file', 'read files of this machine'],
  ['fs/write_text_file', 'change files of this machine'],
]);

export class ClientHandlers implements AsyncDisposable {
  readonly #options: ClientHandlersOptions;
  #workspace: Promise<Workspace> | undefined;
  #machine: Promise<ClientMachine> | undefined;
  #permitted: Promise<PermittedMachine> | undefined;
  readonly #warned = new Set<string>();
  #editor: Promise<EditorState> | undefined;

  constructor(options: ClientHandlersOptions) {
    this.#options = options;
  }

  /** Registers the handlers. An unreadable rules file fails here, not when it is needed. */
  async serve(app: Client): Promise<void> {
    const { permissions, allowsProtected, access } = this.#options;
    const policy = await policyOf(permissions);
    const permitted = (): Promise<PermittedMachine> => (this.#permitted ??= this.#permit(policy));
    const known = new KnownToolCalls();
    app.onUpdate((update, { sessionId }) => {
      known.apply(sessionId, update);
    });
    app.onPermission(async (request, context) => {
      const workspace = await this.#loadWorkspace();
      const machine = await this.#openMachine();
      const { approved } = await permitted();
      const note = (decision: PermissionDecision): void => {
        approved.note(decision);
        this.#noteDecision(decision, workspace);
      };
      const toolCall = known.get;
      const options = { policy, allowsProtected, machine, toolCall, onDecision: note };
      return workspace.permissionHandler(options)(request, context);
    });
    const { refuseEditorState, serveMachine } = await import('../../access/serve-machine.ts');
    const onRefused = (part: AccessName, method: string): void => this.#warnOnce(part, method);
    if (access.has('editor-state')) this.#serveDocuments(app);
    else refuseEditorState(app, onRefused);
    // There is no user to ask, so only what the policy can allow is offered.
    const mayRead = permissions !== 'deny-all';
    const mayChange = permissions === 'approve-all' || typeof permissions === 'object';
    serveMachine(
      app,
      {
        reads: access.has('fs') && mayRead,
        writes: access.has('fs') && mayChange,
        commands: access.has('terminal') && mayChange,
      },
      { permitted, machine: () => this.#openMachine(), onRefused },
    );
  }

  /** Files and terminals by the policy, which decides about reading as well. */
  async #permit(policy: workspaceClient.PermissionPolicy): Promise<PermittedMachine> {
    const { server, allowsProtected, onWork } = this.#options;
    const onDecision = (decision: PermissionDecision): void => this.#noteDecision(decision, workspace);
    const [{ PermittedMachine: Permitted }, workspace, machine] = await Promise.all([
      import('../../access/permitted-machine.ts'),
      this.#loadWorkspace(),
      this.#openMachine(),
    ]);
    return new Permitted({
      machine: () => Promise.resolve(machine),
      permission: workspace.permissionHandler({ policy, allowsProtected, machine, onDecision }),
      asksForReads: true,
      agent: () => server.name,
      onWork,
    });
  }

  /** Says that a path is protected, once for each. */
  #noteDecision(decision: PermissionDecision, { namedPlaces }: Workspace): void {
    const { server, log, onDecision } = this.#options;
    onDecision(decision);
    if (decision.isProtected !== true) return;
    const { question } = decision;
    const [what = inOneLine(question.title), ...more] = namedPlaces(question).paths.map(inOneLine);
    if (this.#warned.has(what) || this.#warned.size >= maxWarnings) return;
    this.#warned.add(what);
    const paths = more.length === 0 ? what : `${what} and ${more.length} more`;
    log.warn(`${server.name} wanted to change a protected path and was refused: ${paths}; --allow-protected allows it`);
  }

  /** Says which flags allow what the agent was refused. */
  #warnOnce(part: AccessName, method: string): void {
    const words = fileWords.get(method) ?? accessWords[part];
    if (this.#warned.has(words)) return;
    this.#warned.add(words);
    const { server, access, log } = this.#options;
    const reads = method === 'fs/read_text_file' ? '--approve-reads, ' : '';
    const flags = [
      ...(access.has(part) ? [] : [allowFlags[part]]),
      ...(part === 'editor-state' ? [] : [`${reads}--approve-all or --policy`]),
    ];
    log.warn(`${server.name} wanted to ${words} and was refused; ${flags.join(' with ')} allows it`);
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
