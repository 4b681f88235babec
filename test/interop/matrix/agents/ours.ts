/** An agent on our SDK, which serves clients of either version. */
import type { Channel } from '@acp-stack/rpc';
import { RpcError } from '@acp-stack/rpc';
import { errorCodes, isRequestPermissionOutcome, type PlanEntry } from '@acp-stack/schema/v2/unstable';
import { agent, type AgentConnection, type MessageStream, type ToolCall, type Turn as OurTurn } from '@acp-stack/sdk';
import type { VirtualClock } from '@acp-stack/testing';

import {
  agentInfo,
  Failure,
  login,
  withValue,
  type AgentScript,
  type CustomName,
  type Setting,
  type ToolFields,
  type Turn,
} from '../script.ts';
import { serverIn } from './session-records.ts';
import { NotificationLog, untilAborted } from './notification-log.ts';
import { commandInV2, contentInV2, fieldsInV2, optionInV2 } from './v2-forms.ts';

const any = (params: unknown): unknown => params;

export interface OurAgentOptions {
  readonly script: AgentScript;
  readonly noted: unknown[];
  readonly clock: VirtualClock;
  readonly onReport: (report: { readonly kind: string }) => void;
}

export function ourAgent(channel: Channel, { script, noted, clock, onReport }: OurAgentOptions): AgentConnection {
  const { isGuarded = false, settings = [], commands, work = () => Promise.resolve(), answers = {} } = script;
  const mailbox = new NotificationLog(noted);
  let isLoggedIn = false;
  let connection: AgentConnection | undefined;
  const app = agent(agentInfo, { accepts: ['image', 'embeddedContext'], mcp: ['stdio'] })
    .onSession((session) => {
      if (isGuarded && !isLoggedIn) throw new RpcError(errorCodes.authentication_required, 'Log in first.');
      if (script.notesServers === true) noted.push(session.mcpServers.map(serverIn));
      session.setConfigOptions(settings.map(optionInV2), { silently: true });
      if (commands !== undefined) session.setCommands(commands.map(commandInV2), { silently: true });
    })
    .onPrompt(async (turn) => {
      try {
        return (
          (await work(
            new OurScriptedTurn(turn, { noted, mailbox, settings, clientName: connection?.clientInfo?.name ?? '' }),
          )) ?? 'end_turn'
        );
      } catch (error) {
        throw error instanceof Failure ? new RpcError(error.code, error.message) : error;
      }
    });
  if (isGuarded) {
    app.onLogin([{ type: 'agent', methodId: login.id, name: login.name }], {
      login: () => {
        isLoggedIn = true;
      },
      logout: () => {
        isLoggedIn = false;
      },
    });
  }
  for (const method of NotificationLog.methods) {
    app.onNotification(method, any, (params) => {
      mailbox.take(method, params);
    });
  }
  for (const [method, answer] of Object.entries(answers)) app.on(method as CustomName, any, answer);
  connection = app.connect(channel, { checkOutgoing: true, clock, onReport });
  return connection;
}

interface TurnParts {
  readonly noted: unknown[];
  readonly mailbox: NotificationLog;
  readonly settings: readonly Setting[];
  readonly clientName: string;
}

class OurScriptedTurn implements Turn {
  readonly words: string;
  readonly kinds: readonly string[];
  readonly client: string;
  readonly #turn: OurTurn;
  readonly #parts: TurnParts;
  readonly #calls = new Map<string, ToolCall>();
  readonly #messages = new Map<string, MessageStream>();
  #role: 'message' | 'thought' | undefined;

  constructor(turn: OurTurn, parts: TurnParts) {
    this.#turn = turn;
    this.#parts = parts;
    this.client = parts.clientName;
    this.words = turn.text;
    this.kinds = turn.prompt.map(({ type }) => type);
  }

  say(content: Parameters<Turn['say']>[0], message?: string): Promise<void> {
    return this.#stream('message', message).append(content);
  }

  think(text: string, message?: string): Promise<void> {
    return this.#stream('thought', message).append(text);
  }

  call(toolCallId: string, fields: ToolFields): Promise<void> {
    const call = this.#calls.get(toolCallId);
    if (call !== undefined) return call.update(fieldsInV2(fields));
    const { title = toolCallId, status, ...others } = fieldsInV2(fields);
    const isOver = status === 'completed' || status === 'failed';
    const begun = this.#turn.toolCall({
      toolCallId,
      title,
      ...others,
      ...(isOver || status === undefined ? {} : { status }),
    });
    this.#calls.set(toolCallId, begun);
    return isOver ? begun.update({ status }) : Promise.resolve();
  }

  append(toolCallId: string, content: Parameters<Turn['append']>[1]): Promise<void> {
    return this.#find(toolCallId).append(contentInV2(content));
  }

  async ask(toolCallId: string, options: Parameters<Turn['ask']>[1]): Promise<string> {
    const subject = this.#find(toolCallId);
    const outcome = await this.#turn.askPermission({ title: subject.title, subject, options });
    return isRequestPermissionOutcome.selected(outcome) ? outcome.optionId : 'cancelled';
  }

  plan(entries: readonly PlanEntry[]): Promise<void> {
    return this.#turn.plan(entries);
  }

  commands(commands: Parameters<Turn['commands']>[0]): Promise<void> {
    this.#turn.session.setCommands(commands.map(commandInV2));
    return Promise.resolve();
  }

  set(settingId: string, value: string | boolean): Promise<void> {
    const { session } = this.#turn;
    const changed = withValue(this.#parts.settings, settingId, value).find(({ id }) => id === settingId);
    session.setConfigOptions(
      session.configOptions.map((option) =>
        changed !== undefined && option.configId === settingId ? optionInV2(changed) : option,
      ),
    );
    return Promise.resolve();
  }

  title(title: string): Promise<void> {
    return this.#turn.session.setTitle(title);
  }

  context(used: number, size: number, cost?: Parameters<Turn['context']>[2]): Promise<void> {
    return this.#turn.session.usage({ used, size, ...(cost === undefined ? {} : { cost }) });
  }

  spend(usage: Parameters<Turn['spend']>[0]): void {
    this.#turn.usage(usage);
  }

  notice(title: string): Promise<void> {
    return this.#turn.session.notice('info', title);
  }

  async elicit({ message, schema }: Parameters<Turn['elicit']>[0]): ReturnType<Turn['elicit']> {
    const answer = await this.#turn.elicit({ mode: 'form', message, requestedSchema: schema });
    return answer as Awaited<ReturnType<Turn['elicit']>>;
  }

  request(method: CustomName, params: object): Promise<unknown> {
    return this.#turn.session.connection.request(method, params);
  }

  notify(method: CustomName, params: object): Promise<void> {
    return this.#turn.session.connection.notify(method, params);
  }

  untilCancelled(): Promise<never> {
    return untilAborted(this.#turn.signal);
  }

  untilTold(method: string): Promise<void> {
    return this.#parts.mailbox.until(method);
  }

  later(text: string): void {
    const { session } = this.#turn;
    setImmediate(() => {
      const content = { type: 'text', text } as const;
      void session.update({ sessionUpdate: 'agent_message_chunk', messageId: session.nextId('message'), content });
    });
  }

  note(value: unknown): void {
    this.#parts.noted.push(value);
  }

  #find(toolCallId: string): ToolCall {
    const call = this.#calls.get(toolCallId);
    if (call === undefined) throw new Error(`there is no tool call ${toolCallId}`);
    return call;
  }

  #stream(role: 'message' | 'thought', name: string | undefined): MessageStream {
    const begin = role === 'message' ? this.#turn.newMessage : this.#turn.newThought;
    if (name === undefined) {
      const isNew = this.#role !== role;
      this.#role = role;
      return isNew ? begin() : this.#turn[role];
    }
    const found = this.#messages.get(`${role} ${name}`) ?? begin();
    this.#messages.set(`${role} ${name}`, found);
    return found;
  }
}
