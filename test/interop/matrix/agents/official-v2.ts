/** An agent of version 2 on the official SDK. */
import * as official from '@agentclientprotocol/sdk/experimental/v2/unstable';

import { agentInfo, login, type AgentScript, type Turn } from '../script.ts';
import { asRequestError, SessionRecords, serverIn, type SessionRecord } from './session-records.ts';
import { NotificationLog, untilAborted } from './notification-log.ts';
import { commandInV2, contentInV2, fieldsInV2, optionInV2 } from './v2-forms.ts';

type Session = SessionRecord<official.SessionUpdate>;

const any = (params: unknown): unknown => params;

export function officialV2Agent(script: AgentScript, noted: unknown[]): official.AgentApp {
  const book = new SessionRecords<official.SessionUpdate>(script);
  const mailbox = new NotificationLog(noted);
  let clientName = '';
  const setup = ({ settings }: Session): Omit<official.NewSessionResponse, 'sessionId'> => ({
    ...(settings.length === 0 ? {} : { configOptions: settings.map(optionInV2) as official.SessionConfigOption[] }),
    ...(script.commands === undefined ? {} : { availableCommands: script.commands.map(commandInV2) }),
  });
  const app = official
    .agent()
    .onRequest('initialize', ({ params }) => {
      clientName = params.info.name;
      return {
        protocolVersion: 2,
        info: agentInfo,
        capabilities: {
          session: { prompt: { image: {}, embeddedContext: {} }, mcp: { stdio: {} }, delete: {}, fork: {} },
        },
        ...(script.isGuarded === true
          ? { authMethods: [{ type: 'agent' as const, methodId: login.id, name: login.name }] }
          : {}),
      };
    })
    .onRequest('auth/login', () => {
      book.login(true);
    })
    .onRequest('auth/logout', () => {
      book.login(false);
    })
    .onRequest('session/new', ({ params }) => {
      const session = book.open(params.cwd);
      if (script.notesServers === true) noted.push((params.mcpServers ?? []).map(serverIn));
      return { sessionId: session.id, ...setup(session) };
    })
    .onRequest('session/fork', ({ params }) => {
      const session = book.open(params.cwd, book.stored(params.sessionId).history);
      return { sessionId: session.id, ...setup(session) };
    })
    .onRequest('session/resume', async ({ params, client }) => {
      const session = book.stored(params.sessionId);
      session.isOpen = true;
      const say = (update: official.SessionUpdate): Promise<void> =>
        client.notify('session/update', { sessionId: session.id, update });
      if (params.replayFrom?.type === 'start') for (const update of session.history) await say(update);
      await say({ sessionUpdate: 'state_update', state: 'idle' });
      return setup(session);
    })
    .onRequest('session/list', () => ({ sessions: book.list() }))
    .onRequest('session/close', async ({ params }) => {
      await book.find(params.sessionId)?.close();
    })
    .onRequest('session/delete', ({ params }) => book.delete(params.sessionId))
    .onRequest('session/set_config_option', ({ params }) => {
      const session = book.get(params.sessionId);
      session.set(params.configId, params.value);
      return { configOptions: session.settings.map(optionInV2) as official.SessionConfigOption[] };
    })
    .onRequest('session/prompt', ({ params, client }) => {
      const session = book.get(params.sessionId);
      return session.insert(({ signal }) => {
        const turn = new OfficialTurn({ session, client, prompt: params.prompt, signal, noted, mailbox, clientName });
        return { taken: { messageId: turn.messageId }, over: turn.run(script) };
      });
    })
    .onNotification('session/cancel', ({ params }) => {
      book.find(params.sessionId)?.cancel();
    });
  for (const method of NotificationLog.methods) {
    app.onNotification(method, any, ({ params }) => {
      mailbox.take(method, params);
    });
  }
  for (const [method, answer] of Object.entries(script.answers ?? {})) {
    app.onRequest(method as `_${string}`, any, ({ params }) => answer(params));
  }
  return app;
}

interface TurnParts {
  readonly session: Session;
  readonly client: official.AgentContext;
  readonly prompt: readonly official.ContentBlock[];
  readonly signal: AbortSignal;
  readonly noted: unknown[];
  readonly mailbox: NotificationLog;
  readonly clientName: string;
}

class OfficialTurn implements Turn {
  readonly messageId: string;
  readonly words: string;
  readonly kinds: readonly string[];
  readonly client: string;
  readonly #parts: TurnParts;
  readonly #titles = new Map<string, string>();
  readonly #unfinished = new Set<string>();
  #current: { readonly role: string; readonly id: string } | undefined;
  readonly #later: string[] = [];
  #usage: official.Usage | undefined;

  constructor(parts: TurnParts) {
    const { prompt, session } = parts;
    this.#parts = parts;
    this.messageId = `${session.id}-message-${session.history.length}`;
    this.words = prompt.map((block) => (official.ContentBlock.isText(block) ? block.text : '')).join('');
    this.client = parts.clientName;
    this.kinds = prompt.map(({ type }) => type);
  }

  /** Works, from the echo of the prompt to the idle state. */
  async run({ work = () => Promise.resolve() }: AgentScript): Promise<void> {
    const { prompt, signal } = this.#parts;
    await this.#tell({ sessionUpdate: 'user_message', messageId: this.messageId, content: [...prompt] });
    await this.#tell({ sessionUpdate: 'state_update', state: 'running' });
    try {
      const stopReason = (await work(this)) ?? 'end_turn';
      await this.#end(signal.aborted ? { stopReason: 'cancelled' } : { stopReason });
    } catch (error) {
      if (signal.aborted) {
        await this.#end({ stopReason: 'cancelled' });
        return;
      }
      const { code, message } = asRequestError(error) as official.RequestError;
      await this.#end({ stopReason: 'error', error: { code, message } });
    }
  }

  say(content: Parameters<Turn['say']>[0], message?: string): Promise<void> {
    const block = typeof content === 'string' ? { type: 'text' as const, text: content } : content;
    return this.#tell({
      sessionUpdate: 'agent_message_chunk',
      messageId: this.#messageOf('agent', message),
      content: block as official.ContentBlock,
    });
  }

  think(text: string, message?: string): Promise<void> {
    const messageId = this.#messageOf('thought', message);
    return this.#tell({ sessionUpdate: 'agent_thought_chunk', messageId, content: { type: 'text', text } });
  }

  call(toolCallId: string, fields: Parameters<Turn['call']>[1]): Promise<void> {
    if (fields.title !== undefined) this.#titles.set(toolCallId, fields.title);
    if (fields.status === 'completed' || fields.status === 'failed') this.#unfinished.delete(toolCallId);
    else this.#unfinished.add(toolCallId);
    return this.#tell({
      sessionUpdate: 'tool_call_update',
      toolCallId,
      ...(fieldsInV2(fields) as Omit<official.ToolCallUpdate, 'toolCallId'>),
    });
  }

  append(toolCallId: string, content: Parameters<Turn['append']>[1]): Promise<void> {
    return this.#tell({
      sessionUpdate: 'tool_call_content_chunk',
      toolCallId,
      content: contentInV2(content) as official.ToolCallContent,
    });
  }

  async ask(toolCallId: string, options: Parameters<Turn['ask']>[1]): Promise<string> {
    const { client, session, signal } = this.#parts;
    await this.#tell({ sessionUpdate: 'state_update', state: 'requires_action' });
    const { outcome } = await client.request(
      'session/request_permission',
      {
        sessionId: session.id,
        title: this.#titles.get(toolCallId) ?? '',
        subject: { type: 'tool_call', toolCall: { toolCallId } },
        options: [...options],
      },
      { cancellationSignal: signal },
    );
    if (!signal.aborted) await this.#tell({ sessionUpdate: 'state_update', state: 'running' });
    return official.RequestPermissionOutcome.isSelected(outcome) ? outcome.optionId : 'cancelled';
  }

  plan(entries: Parameters<Turn['plan']>[0]): Promise<void> {
    return this.#tell({
      sessionUpdate: 'plan_update',
      plan: { type: 'items', planId: 'main', entries: [...entries] as official.PlanEntry[] },
    });
  }

  commands(commands: Parameters<Turn['commands']>[0]): Promise<void> {
    return this.#tell({
      sessionUpdate: 'available_commands_update',
      availableCommands: commands.map(commandInV2),
    });
  }

  set(settingId: string, value: string | boolean): Promise<void> {
    const { session } = this.#parts;
    session.set(settingId, value);
    const configOptions = session.settings.map(optionInV2) as official.SessionConfigOption[];
    return this.#tell({ sessionUpdate: 'config_option_update', configOptions });
  }

  title(title: string): Promise<void> {
    this.#parts.session.title = title;
    return this.#tell({ sessionUpdate: 'session_info_update', title });
  }

  context(used: number, size: number, cost?: Parameters<Turn['context']>[2]): Promise<void> {
    return this.#tell({ sessionUpdate: 'usage_update', used, size, ...(cost === undefined ? {} : { cost }) });
  }

  spend(usage: official.Usage): void {
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
        requestedSchema: schema as official.ElicitationSchema,
      },
      { cancellationSignal: signal },
    );
    return answer as Awaited<ReturnType<Turn['elicit']>>;
  }

  request(method: `_${string}`, params: object): Promise<unknown> {
    return this.#parts.client.request(method, params);
  }

  notify(method: `_${string}`, params: object): Promise<void> {
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

  #tell(update: official.SessionUpdate): Promise<void> {
    const { client, session } = this.#parts;
    session.keep(update);
    return client.notify('session/update', { sessionId: session.id, update });
  }

  async #end(end: { readonly stopReason: string; readonly error?: official.Error }): Promise<void> {
    for (const toolCallId of this.#unfinished) {
      await this.#tell({ sessionUpdate: 'tool_call_update', toolCallId, status: 'cancelled' });
    }
    await this.#tell({
      sessionUpdate: 'state_update',
      state: 'idle',
      ...end,
      ...(this.#usage === undefined ? {} : { usage: this.#usage }),
    } as official.SessionUpdate);
    for (const text of this.#later) await this.say(text, 'later');
  }

  /** The id of a message that was named, or of what was said last in the same role. */
  #messageOf(role: string, name: string | undefined): string {
    if (name !== undefined) return `${this.messageId}-${role}-${name}`;
    if (this.#current?.role !== role) {
      this.#current = { role, id: `${this.messageId}-${role}-${this.#parts.session.history.length}` };
    }
    return this.#current.id;
  }
}
