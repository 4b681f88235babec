/**
 * One run of the client with the agent that the suite plays: its connection, its session, its prompts.
 *
 * The agent answers what every client may call. A prompt stays under way until `finish`, so that a scenario can do
 * meanwhile what an agent does while it works.
 */
import { never, type Conversation, type Outcome } from '../conversation/conversation.ts';
import { fieldsOf, type Fields, type Reply } from '../conversation/message.ts';
import type { Version } from '../rules/rule.ts';
import type { AgentDialect } from './agent-dialect.ts';
import type { AgentScript } from './agent-script.ts';
import type { ClientRun } from './client-driver.ts';

const ok = (result: unknown) => (): Outcome => ({ result });

export class ClientPlay {
  readonly conversation: Conversation;
  readonly run: ClientRun;
  readonly dialect: AgentDialect;
  /** The ids of the prompts that are under way. */
  readonly #prompts: unknown[] = [];
  #sessions = 0;
  #injects = 0;
  #sessionId = 'session-1';

  constructor(conversation: Conversation, run: ClientRun, dialect: AgentDialect) {
    this.conversation = conversation;
    this.run = run;
    this.dialect = dialect;
  }

  /** The session of the last prompt. */
  get sessionId(): string {
    return this.#sessionId;
  }

  /** Answers what the client calls from now on. */
  serve(script: AgentScript): void {
    const { conversation, dialect } = this;
    const { capabilities = dialect.nothing, initialized = {}, opened = {}, answers = {} } = script;
    const opening = (): Outcome => {
      this.#sessions += 1;
      return { result: { sessionId: `session-${this.#sessions}`, ...opened } };
    };
    const usual: NonNullable<AgentScript['answers']> = {
      initialize: ok(dialect.initialized(capabilities, initialized)),
      'session/new': opening,
      'session/fork': opening,
      'session/prompt': (_, request) => this.#prompted(request),
      'session/list': ok({ sessions: [] }),
      'session/set_config_option': ok({ configOptions: dialect.configOptions }),
      'session/status': ok({ status: 'idle' }),
      'session/set_title': ({ title }) => ({ result: { title } }),
      'auth/status': ok({ state: 'unknown' }),
      'providers/list': ok({ providers: [] }),
      'nes/start': ok({ sessionId: 'nes-1' }),
      'session/inject': ({ content }) => this.#injected(content),
      ...Object.fromEntries(empty.map((method) => [method, ok({})])),
    };
    for (const [method, answer] of Object.entries({ ...usual, ...answers })) conversation.answer(method, answer);
  }

  /** Waits for a request of the client. */
  async called(method: string): Promise<Fields> {
    return this.conversation.until(() => this.conversation.requests(method)[0], `The client did not call ${method}`);
  }

  /** The params of a request that the client has sent. */
  params(method: string): Fields {
    return fieldsOf(this.conversation.requests(method)[0]?.['params']);
  }

  /** Every method that the client has called or notified. */
  get methods(): readonly string[] {
    const { conversation } = this;
    return [...conversation.requests(), ...conversation.notifications()].map(({ method }) => String(method));
  }

  /** Calls the client about its session. */
  async ask(method: string, params: Fields = {}): Promise<Reply> {
    return this.conversation.request(method, { sessionId: this.sessionId, ...params });
  }

  /** The same, without waiting. */
  begin(method: string, params: Fields = {}): string {
    return this.conversation.begin(method, { sessionId: this.sessionId, ...params });
  }

  /** Sends an update; one to a client that has left is lost. */
  update(update: Fields): void {
    if (this.conversation.ended !== undefined) return;
    this.conversation.notify('session/update', { sessionId: this.sessionId, update });
  }

  /** Ends the work of all prompts. */
  finish(stopReason = 'end_turn'): void {
    if (this.conversation.ended !== undefined) return;
    for (const id of this.#prompts.splice(0)) finishes[this.dialect.version](this, id, stopReason);
  }

  /** Whether the client ends the connection within the time limit, once it has nothing more to do. */
  async left(): Promise<boolean> {
    return this.conversation.untilEnded();
  }

  /** An injected message is delivered at once. */
  #injected(content: unknown): Outcome {
    this.#injects += 1;
    const messageId = `injected-${this.#injects}`;
    this.update({ sessionUpdate: 'user_message', messageId, content });
    return { result: { messageId } };
  }

  #prompted(request: Fields): Promise<never> {
    const { sessionId } = fieldsOf(request['params']);
    if (typeof sessionId === 'string') this.#sessionId = sessionId;
    this.#prompts.push(request['id']);
    begins[this.dialect.version](this, request);
    return never;
  }
}

/** Methods whose result has no fields. */
const empty = [
  'authenticate',
  'logout',
  'auth/login',
  'auth/logout',
  'session/load',
  'session/resume',
  'session/close',
  'session/delete',
  'session/archive',
  'session/unarchive',
  'session/set_mode',
];

type Step<T> = (play: ClientPlay, subject: T) => void;

/** Version 2 answers when the message is inserted; version 1 when the work is over. */
const begins: Readonly<Record<Version, Step<Fields>>> = {
  1: () => undefined,
  2: (play, { id, params }) => {
    play.conversation.send({ jsonrpc: '2.0', id, result: { messageId: `user-${String(id)}` } });
    const content = fieldsOf(params)['prompt'];
    play.update({ sessionUpdate: 'user_message', messageId: `user-${String(id)}`, content });
    play.update({ sessionUpdate: 'state_update', state: 'running' });
  },
};

const finishes: Readonly<Record<Version, (play: ClientPlay, id: unknown, stopReason: string) => void>> = {
  1: ({ conversation }, id, stopReason) => conversation.send({ jsonrpc: '2.0', id, result: { stopReason } }),
  2: (play, _, stopReason) => play.update({ sessionUpdate: 'state_update', state: 'idle', stopReason }),
};
