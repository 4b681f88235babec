/** An agent of version 1 that runs a script and keeps the rules that a schema cannot express. */
import type { RequestId } from '@acp-stack/rpc';
import type * as v1 from '@acp-stack/schema/v1/unstable';

import type { End, Message, Outcome } from './end.ts';
import type { Offer, Script, Step } from './v1-script.ts';

interface Session {
  readonly id: string;
  readonly others: object;
  modes: v1.SessionModeState | undefined;
  options: readonly v1.SessionConfigOption[] | undefined;
  /** The prompt that it works on. */
  turn: RequestId | undefined;
  /** The tool calls that it has reported. */
  readonly reported: Set<string>;
  /** The terminals of the client that it has not released. */
  readonly terminals: string[];
  /** What it tells when the session is loaded. */
  replay: readonly v1.SessionUpdate[];
}

/** The update that a client must have asked for, by the gate it stands behind. */
const gated: Readonly<Record<string, keyof Script['gates']>> = {
  plan_update: 'plan',
  plan_removed: 'plan',
  notice: 'notices',
  compaction_update: 'compaction',
  compaction_summary_chunk: 'compaction',
  subagent_update: 'subagents',
  session_message: 'subagents',
  session_message_chunk: 'subagents',
};

export class V1Agent {
  /** What it has heard, and how what it asked has ended. */
  readonly log: unknown[] = [];
  /** Whether it repeats the next prompt. */
  isEchoing = false;
  readonly #end: End;
  readonly #script: Script;
  readonly #sessions: Session[] = [];
  #echoes = 0;

  constructor(end: End, script: Script) {
    this.#end = end;
    this.#script = script;
    end.hear = (message) => this.#hear(message);
  }

  session(index: number): Session {
    const found = this.#sessions[index];
    if (found === undefined) throw new Error(`session ${index} is not open`);
    return found;
  }

  /** What the sessions are set to. */
  get settings(): unknown {
    return this.#sessions.map(({ modes, options }) => ({ modes, options }));
  }

  tell(session: Session, told: v1.SessionUpdate): void {
    const gate = gated[told.sessionUpdate];
    if (gate !== undefined && !this.#script.gates[gate]) return;
    const update =
      told.sessionUpdate === 'tool_call' || told.sessionUpdate === 'tool_call_update'
        ? this.#report(session, told)
        : told;
    this.#end.tell('session/update', { sessionId: session.id, update });
  }

  ask(method: string, params: object, note: (result: unknown) => void = () => undefined): void {
    this.#end.ask(method, params, (outcome) => {
      this.log.push({ method, outcome });
      if ('result' in outcome) note(outcome.result);
    });
  }

  /** A tool call is announced once (TOOL-02), and the first update of it has a title: row 'tool calls', TOOL-06. */
  mention<T extends v1.ToolCallUpdate>({ reported, terminals }: Session, call: T): T {
    const isNew = !reported.has(call.toolCallId);
    reported.add(call.toolCallId);
    const [terminalId] = terminals;
    const content =
      terminalId === undefined || !Array.isArray(call.content)
        ? undefined
        : [...(call.content as v1.ToolCallContent[]), { type: 'terminal', terminalId }];
    return {
      ...call,
      ...(isNew && typeof call.title !== 'string' ? { title: 'Some work' } : {}),
      ...(content === undefined ? {} : { content }),
    };
  }

  news(params: object): void {
    this.#end.tell('_agent/news', params);
  }

  #echo({ id }: Session, prompt: readonly v1.ContentBlock[]): void {
    this.#echoes += 1;
    const messageId = `echo-${this.#echoes}`;
    for (const content of prompt)
      this.#end.tell('session/update', {
        sessionId: id,
        update: { sessionUpdate: 'user_message_chunk', messageId, content },
      });
  }

  stop(session: Session, end: Extract<Step, { readonly do: 'stop' }>['end']): void {
    const { turn } = session;
    session.turn = undefined;
    if (turn !== undefined) this.#end.answer(turn, end);
  }

  enterMode(session: Session, modeId: string): void {
    if (session.modes !== undefined) session.modes = { ...session.modes, currentModeId: modeId };
    session.options = session.options?.map((option) =>
      option.category === 'mode' && option.type === 'select' ? { ...option, currentValue: modeId } : option,
    );
  }

  setOption(session: Session, id: string, value: string | boolean): void {
    const option = session.options?.find((each) => each.id === id);
    if (option?.category === 'mode') this.enterMode(session, String(value));
    else
      session.options = session.options?.map((each) =>
        each.id === id ? ({ ...each, currentValue: value } as v1.SessionConfigOption) : each,
      );
  }

  #report(
    session: Session,
    { sessionUpdate: _, ...call }: v1.ToolCallUpdate & { readonly sessionUpdate: string },
  ): v1.SessionUpdate {
    const isNew = !session.reported.has(call.toolCallId);
    const { title, ...others } = this.mention(session, call);
    // a first report may be an update.
    return isNew && _ === 'tool_call'
      ? ({ sessionUpdate: 'tool_call', ...others, title } as v1.SessionUpdate)
      : { sessionUpdate: 'tool_call_update', ...others, ...(title === undefined ? {} : { title }) };
  }

  #hear({ id, method, params }: Message & { readonly method: string }): Outcome | undefined {
    const named = params as { readonly sessionId: string };
    switch (method) {
      case 'initialize':
        return { result: { protocolVersion: 1, agentCapabilities: able } };
      case 'session/new':
        return { result: this.#open() };
      case 'session/load':
        return { result: this.#load(this.#find(named.sessionId)) };
      case 'session/prompt': {
        const session = this.#find(named.sessionId);
        session.turn = id;
        this.log.push({ method, params });
        if (this.isEchoing) this.#echo(session, (params as v1.PromptRequest).prompt);
        return undefined;
      }
      case 'session/set_mode':
        this.enterMode(this.#find(named.sessionId), (params as v1.SetSessionModeRequest).modeId);
        return { result: {} };
      case 'session/set_config_option': {
        const { configId, value } = params as v1.SetSessionConfigOptionRequest;
        const session = this.#find(named.sessionId);
        this.setOption(session, configId, value);
        return { result: { configOptions: session.options } };
      }
      default:
        this.log.push({ method, params });
        return id === undefined ? undefined : { result: { heard: params } };
    }
  }

  #open(): object {
    const index = this.#sessions.length;
    const offer = this.#script.offers[index] ?? this.#script.offers[0];
    const session: Session = {
      ...withGates(offer, this.#script.gates.booleans),
      id: `s${index}`,
      turn: undefined,
      reported: new Set(),
      terminals: [],
      replay: [],
    };
    this.#sessions.push(session);
    for (const update of index === 0 ? this.#script.early : []) this.tell(session, update);
    return { ...answerOf(session), sessionId: session.id };
  }

  #load(session: Session): object {
    session.reported.clear();
    for (const update of session.replay) this.tell(session, update);
    return answerOf(session);
  }

  #find(sessionId: string): Session {
    const found = this.#sessions.find(({ id }) => id === sessionId);
    if (found === undefined) throw new Error(`there is no session ${sessionId}`);
    return found;
  }
}

/** Row 'initialize result': everything that version 2 takes for granted. */
const able: v1.AgentCapabilities = {
  loadSession: true,
  promptCapabilities: { image: true, audio: true, embeddedContext: true },
  sessionCapabilities: { list: {}, resume: {}, close: {} },
};

const answerOf = ({ modes, options, others }: Session): object => ({
  ...others,
  ...(modes === undefined ? {} : { modes }),
  ...(options === undefined ? {} : { configOptions: options }),
});

/** Row 'session responses': booleans are for clients that asked for them. */
function withGates(
  { modes, options, others }: Offer,
  booleans: boolean,
): Pick<Session, 'modes' | 'options' | 'others'> {
  return { modes, options: options?.filter(({ type }) => booleans || type !== 'boolean'), others };
}
