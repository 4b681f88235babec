/**
 * One open session of the agent: its workspace, its settings, its tools, and the conversation with a model.
 *
 * Created when a session is opened; when it is closed, its commands end and its MCP servers are closed.
 */
import { RpcError, rpcCodes, systemClock, type Clock } from '@acp-stack/rpc';
import type { Turn, TurnStopReason } from '@acp-stack/sdk';
import { WorkspaceError, type Workspace } from '@acp-stack/workspace';

import { availableCommands, needsOf, refuseUnknownCommand, runCommandOf } from '../commands/commands.ts';
import { answerFromFiles } from '../file-answers/answer-from-files.ts';
import { SessionFiles } from '../files/session-files.ts';
import { McpConnections } from '../mcp/mcp-connections.ts';
import { promptCommand } from '../mcp/mcp-prompts.ts';
import { promptTurn } from '../mcp/prompt-turn.ts';
import { compact } from '../model/compact.ts';
import { promptParts } from '../model/history.ts';
import type { ModelMessage } from '../model/message.ts';
import type { Model } from '../model/model.ts';
import { defaultTurnLimits, runModelTurn } from '../model/run-model-turn.ts';
import type { Tool } from '../model/tool.ts';
import { noModelConfigured, searchOnly } from '../model-setup/model-setup.ts';
import { NotAllowedError, PermissionController } from '../permissions/permission-controller.ts';
import type { ModelChoice, Providers } from '../providers/providers.ts';
import { EditLog } from '../session-data/edit-log.ts';
import type { SessionNotes } from '../session-data/session-notes.ts';
import {
  changedSettings,
  chosenModelSettings,
  configOptions,
  defaultModelSettings,
  type Settings,
} from '../settings/config-options.ts';
import { modeOf } from '../settings/modes.ts';
import { allowManyListeners } from '../signals/join-turn-signals.ts';
import { allTools } from '../tools/all-tools.ts';
import { exitPlanTool } from '../tools/exit-plan.ts';
import type { SessionResources } from '../tools/session-resources.ts';
import { instructionsFor } from './instructions.ts';
import { watchOwnership } from './ownership-watch.ts';
import { contextParts } from './prompt-context.ts';
import { SessionConversation, type SessionConversationInit } from './session-conversation.ts';
import { openSessionWorkspace } from './session-workspace.ts';
import { titleFrom } from './title.ts';

export interface SessionControllerInit extends SessionConversationInit {
  readonly providers: Providers;
  /** The version of the agent. */
  readonly version: string;
  /** Whether to say once that there is no model. */
  readonly hintsAtModel: boolean;
  /** Reads and stores the settings. */
  readonly settings: {
    readonly read: () => Promise<Partial<Settings>>;
    readonly keep: (settings: Settings) => Promise<void>;
  };
  /** The notes of the agent about the session. */
  readonly notes: SessionNotes;
  readonly isNew: boolean;
  /** Whether the session has a title, for instance one from the user. */
  readonly hasTitle: () => Promise<boolean>;
  /** Whether no other program has taken over the session. */
  readonly holds: () => Promise<boolean>;
  readonly clock?: Clock;
}

export class SessionController {
  readonly #init: SessionControllerInit;
  readonly #edits: EditLog;
  readonly #permissions: PermissionController;
  readonly #conversation: SessionConversation;
  #workspace: Workspace;
  #mcp: McpConnections;
  #settings: Settings;
  #choices: readonly ModelChoice[] = [];
  #isTitled: boolean;
  /** Whether the user was told that there is no model. */
  #isHintShown = false;
  /** The context window that the client knows of. */
  #shownWindow: number | undefined;

  private constructor(init: SessionControllerInit, workspace: Workspace, settings: Settings) {
    this.#init = init;
    this.#workspace = workspace;
    this.#settings = settings;
    this.#isTitled = !init.isNew;
    this.#edits = new EditLog(init.notes);
    this.#permissions = new PermissionController(() => modeOf(this.#settings.mode), init.notes);
    this.#conversation = new SessionConversation(init);
    this.#mcp = this.#connectMcp();
  }

  /** Opens a session; rejects if its directories cannot be used. */
  static async open(init: SessionControllerInit): Promise<SessionController> {
    const { session, providers } = init;
    const workspace = await openSessionWorkspace(session);
    const [first] = providers.isConfigured ? await providers.models() : [];
    const stored = init.isNew ? {} : await init.settings.read();
    const settings: Settings = {
      mode: 'ask',
      model: first?.value,
      ...defaultModelSettings,
      thought: 'default',
      steer: 'finish',
      web: false,
      ...stored,
    };
    const controller = new SessionController(init, workspace, settings);
    await controller.#showOptions();
    // The user is told if another model than the configured one is used.
    if (providers.isConfigured && providers.problem !== undefined) void session.notice('warning', providers.problem);
    session.onAttach(() => controller.#attach());
    session.onOpened(() => controller.#showUsage());
    session.onClose(() => controller.#close());
    const changes = providers.onChange(() => void controller.#providersChanged());
    session.onClose(() => {
      changes[Symbol.dispose]();
    });
    return controller;
  }

  /** Sets a config option. */
  async set(configId: string, value: string | boolean): Promise<void> {
    await this.#change(changedSettings(this.#settings, configId, value));
  }

  /** Runs a prompt: a slash command, a model if there is one, else an answer from the files. */
  async run(turn: Turn): Promise<TurnStopReason | void> {
    const { session, holds, clock } = this.#init;
    allowManyListeners(turn.signal);
    const stopWatching = watchOwnership(session, holds, clock);
    try {
      return await this.#runPrompt(turn);
    } catch (error) {
      // If the workspace cannot be used any more, the reason is shown to the user.
      if (!(error instanceof WorkspaceError) || turn.signal.aborted) throw error;
      await turn.message.append(`${error.message}\n`);
      return undefined;
    } finally {
      stopWatching();
    }
  }

  // -------------------------------------------------------------------------------------------- inside

  async #runPrompt(turn: Turn): Promise<TurnStopReason | void> {
    const resources = this.#resources(turn);
    await this.#nameSession(turn);
    if (await runCommandOf(resources, turn)) return undefined;
    await this.#awaitServers(turn);
    const model = await this.#openModel();
    // Recalled before this turn sends anything, so that it contains only earlier turns.
    const conversation = model === undefined ? undefined : await this.#conversation.recall();
    const prompt = await promptTurn(this.#mcp.prompts(), turn);
    if (prompt?.messages.length === 0) return undefined;
    if (model === undefined || conversation === undefined) {
      if (prompt === undefined && (await refuseUnknownCommand(turn))) return undefined;
      const { isConfigured, problem: wrong, modelListProblem: missing } = this.#init.providers;
      // A service without a model is a mistake in the settings; an answer from the files would hide it.
      if (isConfigured) throw noModel(wrong ?? missing);
      // So would an answer to the words beside a picture.
      requireText(turn);
      if (prompt === undefined) await answerFromFiles(resources, turn);
      else await turn.message.append('This prompt needs a model, which would continue from here.\n');
      await this.#hintAtModel(turn);
      return undefined;
    }
    const promptMessages = prompt?.messages ?? [{ role: 'user', content: promptParts(turn.prompt) } as const];
    const asked: ModelMessage = promptMessages.findLast(({ role }) => role === 'user') ?? { role: 'user', content: [] };
    conversation.messages = [...conversation.messages, ...promptMessages];
    const { contextWindow } = model;
    this.#shownWindow = contextWindow;
    const { thought } = this.#settings;
    try {
      const stopReason = await runModelTurn({
        model,
        system: await instructionsFor(this.#init.session, this.#workspace, modeOf(this.#settings.mode)),
        conversation,
        context: { asked, parts: await contextParts(resources, turn, { contextWindow }) },
        tools: () => {
          // Called before each request: the usage of the one before is stored by then.
          void this.#conversation.keepUsage();
          return this.#tools(resources);
        },
        turn,
        effort: thought === 'default' ? undefined : thought,
        settings: chosenModelSettings(this.#settings, this.#choices),
        limits: this.#init.providers.limits,
        steerInStream: () => this.#settings.steer,
      });
      if (stopReason === 'refusal') await this.#conversation.refuse(turn);
      return stopReason;
    } finally {
      await this.#conversation.keepUsage();
    }
  }

  /** Says once in a session that there is no model, and what is wrong with the settings whenever something is. */
  async #hintAtModel(turn: Turn): Promise<void> {
    const { problem } = this.#init.providers;
    if (problem === undefined && (this.#isHintShown || !this.#init.hintsAtModel)) return;
    this.#isHintShown = true;
    const words = problem === undefined ? searchOnly : `Search-only: ${problem.replace(/\.$/u, '')}, and restart me.`;
    await turn.message.append(`\n${words}\n`);
  }

  /** Waits for the MCP servers; a slow one is added when it is connected. */
  async #awaitServers({ session, signal }: Turn): Promise<void> {
    const unconnected = await this.#mcp.settled(signal);
    if (unconnected.length === 0) return;
    const names = unconnected.join(', ');
    void session.notice(
      'info',
      unconnected.length === 1
        ? `The MCP server ${names} is not connected yet; the turn starts without it.`
        : `The MCP servers ${names} are not connected yet; the turn starts without them.`,
    );
  }

  #resources(turn: Turn): SessionResources {
    const { session } = this.#init;
    return {
      session,
      workspace: this.#workspace,
      files: new SessionFiles(this.#workspace, turn.files),
      edits: this.#edits,
      permissions: this.#permissions,
      history: this.#init.history,
      mayFetch: this.#settings.web,
      ...(this.#settings.model === undefined ? {} : { compact: (current) => this.#compact(current) }),
    };
  }

  /** Compacts the conversation on demand. */
  async #compact(turn: Turn): Promise<'done' | 'failed' | 'nothing'> {
    const model = await this.#openModel();
    const conversation = await this.#conversation.recall();
    if (model === undefined || conversation.messages.length === 0) return 'nothing';
    const limits = { ...defaultTurnLimits, ...this.#init.providers.limits };
    const end = await compact({ model, conversation, turn, limits, clock: systemClock });
    if (end === undefined) return 'failed';
    await this.#conversation.keepUsage();
    await this.#showUsage();
    return 'done';
  }

  /** The configured model; if there is none, the first that a service lists. */
  #openModel(): Promise<Model | undefined> {
    return this.#init.providers.open(this.#settings.model);
  }

  #tools(resources: SessionResources): readonly Tool[] {
    const isPlanning = modeOf(this.#settings.mode).id === 'plan';
    const exitPlan = exitPlanTool((mode) => {
      void this.#change({ ...this.#settings, mode });
    });
    return [
      ...allTools({ ...resources, mayFetch: this.#settings.web }),
      ...(isPlanning ? [exitPlan] : []),
      ...this.#mcp.tools(),
    ];
  }

  async #change(settings: Settings): Promise<void> {
    this.#settings = settings;
    await this.#showOptions();
    await this.#init.settings.keep(this.#settings);
    void this.#showChangedWindow();
  }

  async #providersChanged(): Promise<void> {
    await this.#showOptions();
    await this.#showChangedWindow();
  }

  /** Reports how much of the context is used, if that is known. */
  async #showUsage(): Promise<void> {
    const { session } = this.#init;
    const { usedTokens: used, cost } = await this.#conversation.usage();
    if (used === undefined) return;
    const size = (await this.#openModel())?.contextWindow;
    if (size === undefined || session.isClosed) return;
    this.#shownWindow = size;
    await session.usage({ used, size, ...(cost === undefined ? {} : { cost }) });
  }

  /** Reports the usage again if the context window is another one now. */
  async #showChangedWindow(): Promise<void> {
    const window = (await this.#openModel())?.contextWindow;
    if (window !== this.#shownWindow) await this.#showUsage();
  }

  async #showOptions(): Promise<void> {
    const { providers, session } = this.#init;
    this.#choices = providers.isConfigured ? await providers.models() : [];
    const model = this.#settings.model ?? this.#choices[0]?.value;
    this.#settings = { ...this.#settings, model: providers.isConfigured ? model : undefined };
    session.setConfigOptions(configOptions(this.#settings, this.#choices));
    this.#showCommands();
  }

  /** Sends the available commands, including those of MCP servers, if they have changed. */
  #showCommands(): void {
    const { session } = this.#init;
    const has = needsOf({ model: this.#settings.model !== undefined, editor: session.editor.isOffered });
    const commands = [...availableCommands(has), ...this.#mcp.prompts().map(promptCommand)];
    if (JSON.stringify(commands) !== JSON.stringify(session.commands)) session.setCommands(commands);
  }

  /** Sets the title from the first prompt, unless the session has one. */
  async #nameSession(turn: Turn): Promise<void> {
    if (this.#isTitled) return;
    this.#isTitled = true;
    // A title from the user stays (TITLE-01).
    if (await this.#init.hasTitle()) return;
    const title = titleFrom(turn.text);
    if (title !== undefined) await this.#init.session.setTitle(title);
  }

  /** Called when a client resumes with other directories or MCP servers: opens these and closes the old ones. */
  async #attach(): Promise<void> {
    const before = { workspace: this.#workspace, mcp: this.#mcp };
    this.#workspace = await openSessionWorkspace(this.#init.session);
    this.#mcp = this.#connectMcp();
    this.#showCommands();
    await before.workspace[Symbol.asyncDispose]();
    await before.mcp.close();
  }

  #connectMcp(): McpConnections {
    const { session, version, clock = systemClock } = this.#init;
    return new McpConnections(session, {
      clock,
      version,
      onChange: () => {
        if (!session.isClosed) this.#showCommands();
      },
      permit: async ({ key, label }, _, { turn, call }) => {
        const scopes = [{ key: `mcp ${key}`, label }];
        try {
          await this.#permissions.require({ kind: 'other', question: `Use ${label}?`, scopes }, { turn, call });
          return true;
        } catch (error) {
          if (error instanceof NotAllowedError) return false;
          throw error;
        }
      },
    });
  }

  async #close(): Promise<void> {
    await this.#workspace[Symbol.asyncDispose]();
    await this.#mcp.close();
  }
}

/** The details say what the message says, so that clients show nothing but it. */
const noModel = (problem = noModelConfigured): RpcError =>
  new RpcError(rpcCodes.internalError, problem, { data: { reason: 'no_model', details: problem } });

const wordsFor: ReadonlyMap<string, string> = new Map([
  ['image', 'look at the image'],
  ['audio', 'listen to the audio'],
]);

/** Without a model only text is read: throws if the prompt has something else that only a model could understand. */
function requireText({ prompt }: Turn): void {
  const kinds = [...new Set(prompt.map(({ type }) => type))].flatMap((type) => wordsFor.get(type) ?? []);
  if (kinds.length > 0)
    throw noModel(`Without a model I cannot ${kinds.join(' or ')} in this prompt; /model explains how to add one.`);
}
