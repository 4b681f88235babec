/**
 * One open session of the agent: its workspace, its settings, its tools, and the conversation with a model.
 *
 * It is made when a session is opened and let go when it is closed: commands end, MCP servers are left.
 */
import { systemClock } from '@acp-stack/rpc';
import type { AgentSession, SessionUpdate, Turn, TurnStopReason } from '@acp-stack/sdk';
import { openWorkspace, WorkspaceError, type Workspace } from '@acp-stack/workspace';

import { answerFromFiles } from '../assistant/answer.ts';
import { availableCommands, runCommandOf } from '../assistant/commands.ts';
import { EditLog } from '../machine/edit-log.ts';
import { SessionFiles } from '../machine/session-files.ts';
import { McpConnections } from '../mcp/mcp-connections.ts';
import { compact } from '../model/compact.ts';
import { messagesFromHistory, promptParts } from '../model/history.ts';
import type { Conversation, ModelMessage } from '../model/message.ts';
import type { Model } from '../model/model.ts';
import { defaultTurnLimits, runModelTurn } from '../model/run-model-turn.ts';
import type { Tool } from '../model/tool.ts';
import { NotAllowedError, PermissionDesk } from '../permissions/permission-desk.ts';
import type { ModelChoice, Providers } from '../providers/providers.ts';
import { changedSettings, configOptions, type Settings } from '../settings/config-options.ts';
import { modeOf } from '../settings/modes.ts';
import { allTools } from '../tools/all-tools.ts';
import { exitPlanTool } from '../tools/exit-plan.ts';
import type { Workbench } from '../tools/workbench.ts';
import { instructionsFor } from './instructions.ts';
import { titleFrom } from './title.ts';

export interface SessionWorkInit {
  readonly session: AgentSession;
  readonly providers: Providers;
  /** What was set before, and what is set now. */
  readonly settings: {
    readonly read: () => Promise<Partial<Settings>>;
    readonly keep: (settings: Settings) => Promise<void>;
  };
  /** What was said before. */
  readonly history: () => AsyncIterable<SessionUpdate>;
  readonly isNew: boolean;
  /** Whether the session has a title, such as one that the user gave it. */
  readonly hasTitle: () => Promise<boolean>;
}

const hint =
  '\nNo model is set, so this is what I find in the files. To add one, set ACP_AGENT_MODEL and OPENAI_BASE_URL (or ANTHROPIC_API_KEY), and start me again.\n';

export class SessionWork {
  readonly #init: SessionWorkInit;
  readonly #edits = new EditLog();
  readonly #permissions: PermissionDesk;
  #workspace: Workspace;
  #mcp: McpConnections;
  #settings: Settings;
  #choices: readonly ModelChoice[] = [];
  #conversation: Conversation | undefined;
  #isTitled: boolean;

  private constructor(init: SessionWorkInit, workspace: Workspace, settings: Settings) {
    this.#init = init;
    this.#workspace = workspace;
    this.#settings = settings;
    this.#isTitled = !init.isNew;
    this.#permissions = new PermissionDesk(() => modeOf(this.#settings.mode));
    this.#mcp = this.#connectMcp();
  }

  /** Opens the workspace of a session; rejects when its directories cannot be used. */
  static async open(init: SessionWorkInit): Promise<SessionWork> {
    const { session, providers } = init;
    const workspace = await openWorkspace(rootsOf(session));
    const [first] = providers.isConfigured ? await providers.models() : [];
    const kept = init.isNew ? {} : await init.settings.read();
    const settings: Settings = { mode: 'ask', model: first?.value, thought: 'default', web: false, ...kept };
    const work = new SessionWork(init, workspace, settings);
    await work.#showOptions();
    session.onAttach(() => work.#attach());
    session.onClose(() => work.#close());
    const changes = providers.onChange(() => void work.#showOptions());
    session.onClose(() => {
      changes[Symbol.dispose]();
    });
    return work;
  }

  /** Takes an option that the user has set. */
  async set(configId: string, value: string | boolean): Promise<void> {
    await this.#change(changedSettings(this.#settings, configId, value));
  }

  /** Works on a prompt: a command of its own, a model where there is one, the files otherwise. */
  async run(turn: Turn): Promise<TurnStopReason | void> {
    try {
      return await this.#work(turn);
    } catch (error) {
      // A workspace that cannot be used any more is a reason that the user can read.
      if (!(error instanceof WorkspaceError) || turn.signal.aborted) throw error;
      await turn.message.append(`${error.message}\n`);
      return undefined;
    }
  }

  // -------------------------------------------------------------------------------------------- inside

  async #work(turn: Turn): Promise<TurnStopReason | void> {
    const bench = this.#bench();
    await this.#mcp.ready;
    await this.#nameSession(turn);
    if (await runCommandOf(bench, turn)) return undefined;
    const model = await this.#openModel();
    if (model === undefined) {
      await answerFromFiles(bench, turn);
      await turn.message.append(hint);
      return undefined;
    }
    const conversation = await this.#recall();
    const asked = promptMessage(turn);
    conversation.messages = [...conversation.messages, asked];
    const { thought } = this.#settings;
    try {
      return await runModelTurn({
        model,
        system: await instructionsFor(this.#init.session, this.#workspace, modeOf(this.#settings.mode)),
        conversation,
        tools: () => this.#tools(bench),
        turn,
        effort: thought === 'default' ? undefined : thought,
        limits: this.#init.providers.limits,
        interjections: () =>
          turn.breakpoint().map(({ content }) => ({ role: 'user', content: [...promptParts(content)] })),
      });
    } finally {
      // Runtime context holds for this turn only (RCTX-03).
      const said: ModelMessage = { role: 'user', content: promptParts(turn.prompt) };
      conversation.messages = conversation.messages.map((message) => (message === asked ? said : message));
    }
  }

  #bench(): Workbench {
    const { session } = this.#init;
    return {
      session,
      workspace: this.#workspace,
      files: new SessionFiles(this.#workspace, session.files),
      edits: this.#edits,
      permissions: this.#permissions,
      history: this.#init.history,
      mayFetch: this.#settings.web,
      ...(this.#settings.model === undefined ? {} : { compact: (turn) => this.#compact(turn) }),
    };
  }

  /** Sums up on demand what would be summed up when it became too long. */
  async #compact(turn: Turn): Promise<'done' | 'failed' | 'nothing'> {
    const model = await this.#openModel();
    const conversation = await this.#recall();
    if (model === undefined || conversation.messages.length === 0) return 'nothing';
    const limits = { ...defaultTurnLimits, ...this.#init.providers.limits };
    const end = await compact({ model, conversation, turn, limits, clock: systemClock });
    return end === undefined ? 'failed' : 'done';
  }

  async #openModel(): Promise<Model | undefined> {
    const { model } = this.#settings;
    return model === undefined ? undefined : this.#init.providers.open(model);
  }

  #tools(bench: Workbench): readonly Tool[] {
    const isPlanning = modeOf(this.#settings.mode).id === 'plan';
    const leaving = exitPlanTool((mode) => {
      void this.#change({ ...this.#settings, mode });
    });
    return [
      ...allTools({ ...bench, mayFetch: this.#settings.web }),
      ...(isPlanning ? [leaving] : []),
      ...this.#mcp.tools(),
    ];
  }

  /** The conversation so far; that of an earlier process is brought back from what was stored. */
  async #recall(): Promise<Conversation> {
    if (this.#conversation !== undefined) return this.#conversation;
    await this.#init.session.flush();
    const messages = await messagesFromHistory(this.#init.history());
    // The prompt that is being answered is stored already; it is told with everything that came with it.
    const isAsked = messages.at(-1)?.role === 'user';
    this.#conversation = { messages: isAsked ? messages.slice(0, -1) : messages };
    return this.#conversation;
  }

  async #change(settings: Settings): Promise<void> {
    this.#settings = settings;
    await this.#showOptions();
    await this.#init.settings.keep(this.#settings);
  }

  async #showOptions(): Promise<void> {
    const { providers, session } = this.#init;
    this.#choices = providers.isConfigured ? await providers.models() : [];
    const model = this.#settings.model ?? this.#choices[0]?.value;
    this.#settings = { ...this.#settings, model: providers.isConfigured ? model : undefined };
    session.setConfigOptions(configOptions(this.#settings, this.#choices));
    const commands = availableCommands(this.#settings.model !== undefined);
    if (commands.length !== session.commands.length) session.setCommands(commands);
  }

  /** The first prompt names the session. */
  async #nameSession(turn: Turn): Promise<void> {
    if (this.#isTitled) return;
    this.#isTitled = true;
    // What the user calls it stays (TITLE-01).
    if (await this.#init.hasTitle()) return;
    const title = titleFrom(turn.text);
    if (title !== undefined) await this.#init.session.setTitle(title);
  }

  /** A client came back with other directories or servers: what runs in the old ones ends. */
  async #attach(): Promise<void> {
    const before = { workspace: this.#workspace, mcp: this.#mcp };
    this.#workspace = await openWorkspace(rootsOf(this.#init.session));
    this.#mcp = this.#connectMcp();
    await before.workspace[Symbol.asyncDispose]();
    await before.mcp.close();
  }

  #connectMcp(): McpConnections {
    return new McpConnections(this.#init.session, {
      permit: async ({ name }, _, { turn, call }) => {
        const scopes = [{ key: `mcp ${name}`, label: `“${name}”` }];
        try {
          await this.#permissions.require({ kind: 'other', question: `Use “${name}”?`, scopes }, { turn, call });
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

const rootsOf = ({
  cwd,
  additionalDirectories,
}: AgentSession): { cwd: string; additionalDirectories: readonly string[] } => ({
  cwd,
  additionalDirectories,
});

/** What the user said, with the context that holds for this turn only. */
function promptMessage({ prompt, runtimeContext }: Turn): ModelMessage {
  const context = runtimeContext.map(({ title, text }) => ({
    type: 'text' as const,
    text: `${title === undefined || title === null ? 'Context' : title}:\n${text}`,
  }));
  return { role: 'user', content: [...context, ...promptParts(prompt)] };
}
