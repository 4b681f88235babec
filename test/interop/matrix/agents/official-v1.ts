/** An agent of version 1 on the official SDK. */
import * as stable from '@agentclientprotocol/sdk';
import * as unstable from '@agentclientprotocol/sdk/unstable';

import {
  agentInfo,
  login,
  type AgentScript,
  type SlashCommand,
  type ToolContent,
  type ToolFields,
  type Turn,
} from '../script.ts';
import { asRequestError, SessionRecords, serverIn, type SessionRecord } from './session-records.ts';
import { NotificationLog, untilAborted } from './notification-log.ts';
import { commandInV1, contentInV1, modesOf, optionInV1 } from './v1-forms.ts';

type Session = SessionRecord<unstable.SessionUpdate>;

const any = (params: unknown): unknown => params;

export interface OfficialV1AgentOptions {
  readonly script: AgentScript;
  readonly noted: unknown[];
  /** Whether the scenario is about drafts, which only the entry `unstable` has. */
  readonly drafts: boolean;
}

export function officialV1Agent({ script, noted, drafts }: OfficialV1AgentOptions): unstable.AgentApp {
  const book = new SessionRecords<unstable.SessionUpdate>(script);
  const mailbox = new NotificationLog(noted);
  let clientName = '';
  // The stable entry has the same shape, and knows less.
  const sdk = drafts ? unstable : (stable as unknown as typeof unstable);
  const settingsOf = (session: Session): Pick<unstable.NewSessionResponse, 'modes' | 'configOptions'> => {
    const modes = modesOf(session.settings);
    const configOptions = session.settings.map(optionInV1);
    return {
      ...(modes === undefined ? {} : { modes }),
      ...(configOptions.length === 0 || script.hasOnlyModes === true ? {} : { configOptions }),
    };
  };
  /** Version 1 tells the commands after the answer. */
  const tellCommands = (session: Session, client: unstable.AgentContext): void => {
    const { commands } = script;
    if (commands === undefined) return;
    const update = {
      sessionUpdate: 'available_commands_update' as const,
      availableCommands: commands.map(commandInV1),
    };
    setImmediate(() => void client.notify('session/update', { sessionId: session.id, update }));
  };
  const open = (session: Session, client: unstable.AgentContext): ReturnType<typeof settingsOf> => {
    session.isOpen = true;
    tellCommands(session, client);
    return settingsOf(session);
  };
  const introduction: unstable.InitializeResponse = {
    protocolVersion: 1,
    agentInfo,
    agentCapabilities: script.isMinimal === true ? {} : capabilitiesOf(script, drafts),
    ...(script.isGuarded === true ? { authMethods: [{ id: login.id, name: login.name }] } : {}),
  };
  const app = sdk
    .agent()
    .onRequest('initialize', ({ params }) => {
      clientName = params.clientInfo?.name ?? '';
      return introduction;
    })
    .onRequest('authenticate', () => {
      book.login(true);
    })
    .onRequest('logout', () => {
      book.login(false);
    })
    .onRequest('session/new', ({ params, client }) => {
      const session = book.open(params.cwd);
      if (script.notesServers === true) noted.push(params.mcpServers.map(serverIn));
      return { sessionId: session.id, ...open(session, client) };
    })
    .onRequest('session/load', async ({ params, client }) => {
      const session = book.stored(params.sessionId);
      for (const update of session.history) await client.notify('session/update', { sessionId: session.id, update });
      return open(session, client);
    })
    .onRequest('session/resume', ({ params, client }) => open(book.stored(params.sessionId), client))
    .onRequest('session/list', () => ({ sessions: book.list() }))
    .onRequest('session/close', async ({ params }) => {
      await book.get(params.sessionId).close();
    })
    .onRequest('session/delete', ({ params }) => book.delete(params.sessionId))
    .onRequest('session/set_mode', ({ params }) => {
      book.get(params.sessionId).set('mode', params.modeId);
    })
    .onRequest('session/set_config_option', ({ params }) => {
      const session = book.get(params.sessionId);
      session.set(params.configId, params.value);
      return { configOptions: session.settings.map(optionInV1) };
    })
    .onRequest('session/prompt', async ({ params, client }) => {
      const session = book.get(params.sessionId);
      const over = await session.insert(({ signal }) => {
        const turn = new OfficialTurn({ session, client, prompt: params.prompt, signal, noted, mailbox, clientName });
        const answer = turn.run(script).finally(() => {
          setImmediate(() => void turn.sayWhatIsLeft());
        });
        // The answer is handed out by itself: it is also what ends the work.
        return { taken: { answer }, over: answer.catch(() => undefined) };
      });
      return over.answer;
    })
    .onNotification('session/cancel', ({ params }) => {
      book.find(params.sessionId)?.cancel();
    });
  if (drafts) {
    app.onRequest('session/fork', ({ params, client }) => {
      const session = book.open(params.cwd, book.stored(params.sessionId).history);
      return { sessionId: session.id, ...open(session, client) };
    });
  }
  for (const method of NotificationLog.methods) {
    app.onNotification(method, any, ({ params }) => {
      mailbox.take(method, params);
    });
  }
  for (const [method, answer] of Object.entries(script.answers ?? {})) {
    app.onRequest(method, any, ({ params }) => answer(params));
  }
  return app;
}

const capabilitiesOf = ({ isGuarded = false }: AgentScript, drafts: boolean): unstable.AgentCapabilities => ({
  loadSession: true,
  promptCapabilities: { image: true, embeddedContext: true },
  sessionCapabilities: { list: {}, resume: {}, close: {}, delete: {}, ...(drafts ? { fork: {} } : {}) },
  ...(isGuarded ? { auth: { logout: {} } } : {}),
});

interface TurnParts {
  readonly session: Session;
  readonly client: unstable.AgentContext;
  readonly prompt: readonly unstable.ContentBlock[];
  readonly signal: AbortSignal;
  readonly noted: unknown[];
  readonly mailbox: NotificationLog;
  readonly clientName: string;
}

class OfficialTurn implements Turn {
  readonly words: string;
  readonly kinds: readonly string[];
  readonly client: string;
  readonly #parts: TurnParts;
  readonly #prefix: string;
  /** What the tool calls show; version 1 replaces it as a whole. */
  readonly #content = new Map<string, readonly ToolContent[]>();
  readonly #later: string[] = [];
  #usage: unstable.Usage | undefined;

  constructor(parts: TurnParts) {
    this.#parts = parts;
    this.#prefix = `${parts.session.id}-${parts.session.history.length}`;
    this.words = parts.prompt.map((block) => (block.type === 'text' ? block.text : '')).join('');
    this.client = parts.clientName;
    this.kinds = parts.prompt.map(({ type }) => type);
  }

  /** Works; the prompt is answered when that is over. */
  async run({ work = () => Promise.resolve() }: AgentScript): Promise<unstable.PromptResponse> {
    const { session, prompt, signal } = this.#parts;
    // The client knows what it asked, unless it is told again later.
    for (const content of prompt) session.keep({ sessionUpdate: 'user_message_chunk', content });
    const usage = (): { usage?: unstable.Usage } => (this.#usage === undefined ? {} : { usage: this.#usage });
    try {
      const stopReason = (await work(this)) ?? 'end_turn';
      return { stopReason: signal.aborted ? 'cancelled' : stopReason, ...usage() };
    } catch (error) {
      if (signal.aborted) return { stopReason: 'cancelled', ...usage() };
      throw asRequestError(error);
    }
  }

  /** Says what was to be said after the turn. */
  async sayWhatIsLeft(): Promise<void> {
    for (const text of this.#later) await this.say(text, 'later');
  }

  say(content: Parameters<Turn['say']>[0], message?: string): Promise<void> {
    const block = typeof content === 'string' ? { type: 'text' as const, text: content } : content;
    return this.#tell({
      sessionUpdate: 'agent_message_chunk',
      content: block as unstable.ContentBlock,
      ...this.#named('agent', message),
    });
  }

  think(text: string, message?: string): Promise<void> {
    return this.#tell({
      sessionUpdate: 'agent_thought_chunk',
      content: { type: 'text', text },
      ...this.#named('thought', message),
    });
  }

  call(toolCallId: string, { content, ...fields }: ToolFields): Promise<void> {
    const isNew = !this.#content.has(toolCallId);
    this.#content.set(toolCallId, content ?? this.#content.get(toolCallId) ?? []);
    const shown = content === undefined ? {} : { content: content.map(contentInV1) };
    const { locations, ...others } = fields;
    const update = {
      toolCallId,
      ...others,
      ...(locations === undefined ? {} : { locations: [...locations] }),
      ...shown,
    };
    if (!isNew) return this.#tell({ sessionUpdate: 'tool_call_update', ...update });
    return this.#tell({ sessionUpdate: 'tool_call', title: toolCallId, ...update });
  }

  append(toolCallId: string, content: ToolContent): Promise<void> {
    return this.call(toolCallId, { content: [...(this.#content.get(toolCallId) ?? []), content] });
  }

  async ask(toolCallId: string, options: Parameters<Turn['ask']>[1]): Promise<string> {
    const { client, session } = this.#parts;
    const { outcome } = await client.request('session/request_permission', {
      sessionId: session.id,
      toolCall: { toolCallId },
      options: [...options],
    });
    return outcome.outcome === 'selected' ? outcome.optionId : 'cancelled';
  }

  plan(entries: Parameters<Turn['plan']>[0]): Promise<void> {
    return this.#tell({ sessionUpdate: 'plan', entries: [...entries] });
  }

  commands(commands: readonly SlashCommand[]): Promise<void> {
    return this.#tell({ sessionUpdate: 'available_commands_update', availableCommands: commands.map(commandInV1) });
  }

  async set(settingId: string, value: string | boolean): Promise<void> {
    const { session } = this.#parts;
    session.set(settingId, value);
    const isMode = session.settings.some(({ id, category }) => id === settingId && category === 'mode');
    const hasMore = session.settings.some(({ category }) => category !== 'mode');
    // Both are kept in step, where there are both (MODE-02).
    if (hasMore) {
      await this.#tell({ sessionUpdate: 'config_option_update', configOptions: session.settings.map(optionInV1) });
    }
    if (isMode) await this.#tell({ sessionUpdate: 'current_mode_update', currentModeId: value as string });
  }

  title(title: string): Promise<void> {
    this.#parts.session.title = title;
    return this.#tell({ sessionUpdate: 'session_info_update', title });
  }

  context(used: number, size: number, cost?: Parameters<Turn['context']>[2]): Promise<void> {
    return this.#tell({ sessionUpdate: 'usage_update', used, size, ...(cost === undefined ? {} : { cost }) });
  }

  spend(usage: unstable.Usage): void {
    this.#usage = usage;
  }

  notice(title: string): Promise<void> {
    return this.#tell({ sessionUpdate: 'notice', severity: 'info', title });
  }

  async elicit({ message, schema }: Parameters<Turn['elicit']>[0]): ReturnType<Turn['elicit']> {
    const { client, session, signal } = this.#parts;
    const answer = await client.request(
      'elicitation/create',
      {
        mode: 'form',
        sessionId: session.id,
        message,
        requestedSchema: schema as unstable.ElicitationSchema,
      },
      { cancellationSignal: signal },
    );
    return answer as Awaited<ReturnType<Turn['elicit']>>;
  }

  request(method: string, params: object): Promise<unknown> {
    return this.#parts.client.request(method, params);
  }

  notify(method: string, params: object): Promise<void> {
    return this.#parts.client.notify(method, params);
  }

  untilCancelled(): Promise<never> {
    return untilAborted(this.#parts.signal);
  }

  untilTold(method: string): Promise<void> {
    return this.#parts.mailbox.until(method);
  }

  later(text: string): void {
    this.#later.push(text);
  }

  note(value: unknown): void {
    this.#parts.noted.push(value);
  }

  #tell(update: unstable.SessionUpdate): Promise<void> {
    const { client, session } = this.#parts;
    session.keep(update);
    return client.notify('session/update', { sessionId: session.id, update });
  }

  /** Ids are for messages that have a name; the others go by their order (TURN-05). */
  #named(role: string, name: string | undefined): { messageId?: string } {
    return name === undefined ? {} : { messageId: `${this.#prefix}-${role}-${name}` };
  }
}
