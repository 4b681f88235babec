/** What is remembered about one session of the agent, until it is closed or deleted. */
import type { RequestId } from '@acp-stack/rpc';
import type * as v2 from '@acp-stack/schema/v2/unstable';

import type { RuleContext } from '../translate/rule-context.ts';
import type { V1, V2 } from '../protocol/methods.ts';
import { TerminalsFromV1Meta } from '../extensions/terminals-from-v1-meta.ts';
import { Config } from './session-options.ts';
import { MessageIds } from './message-ids.ts';
import { Prompts } from './prompts.ts';
import { OpenQuestions } from './open-questions.ts';
import type { Terminals, TerminalsHost } from './terminals.ts';
import { ToolCalls } from './tool-calls.ts';

/** The directories of a session, as the client named them. */
export interface Place {
  readonly cwd: string;
  readonly additionalDirectories?: readonly string[];
}

/** What the agent said about a session as a whole. */
export type Info = Pick<v2.SessionInfo, 'title' | 'updatedAt'>;

export const nothingSaid: Info = {};

/** Makes the terminals of a session. */
export type MakeTerminals = (host: TerminalsHost) => Terminals;

/** Parts are made when they are first needed, because most sessions of a long list are never used. */
export class Session {
  readonly id: string;
  /** Set when the client opens the session; a child session is never opened. */
  place: Place | undefined;
  /** The directory of a session that the client did not open, as its parent says. */
  childCwd: string | undefined;
  info: Info = nothingSaid;
  /** Whether the client has closed it, and the agent may still send its last updates. */
  isClosing = false;
  /** How many requests are loading it for a client that wants no replay. */
  silentLoads = 0;
  readonly #context: RuleContext<V2, V1>;
  readonly #makeTerminals: MakeTerminals;
  #prompts: Prompts | undefined;
  #questions: OpenQuestions | undefined;
  #messages: MessageIds | undefined;
  #toolCalls: ToolCalls | undefined;
  #terminals: Terminals | undefined;
  #terminalsFromMeta: TerminalsFromV1Meta | undefined;
  #config: Config | undefined;

  constructor(context: RuleContext<V2, V1>, id: string, makeTerminals: MakeTerminals) {
    this.#context = context;
    this.id = id;
    this.#makeTerminals = makeTerminals;
  }

  get prompts(): Prompts {
    return (this.#prompts ??= new Prompts(this.#context, this));
  }

  get questions(): OpenQuestions {
    return (this.#questions ??= new OpenQuestions(this.#context, this.prompts));
  }

  get messages(): MessageIds {
    return (this.#messages ??= new MessageIds(this.#context, this.id));
  }

  get toolCalls(): ToolCalls {
    return (this.#toolCalls ??= new ToolCalls(this.#context, this));
  }

  get terminals(): Terminals {
    return (this.#terminals ??= this.#makeTerminals(this));
  }

  /** Terminals of the agent itself that it shows by `_meta`. */
  get terminalsFromMeta(): TerminalsFromV1Meta {
    return (this.#terminalsFromMeta ??= new TerminalsFromV1Meta(this.#context.limits.remembered));
  }

  get config(): Config {
    return (this.#config ??= new Config(this.#context));
  }

  get cwd(): string | undefined {
    return this.place?.cwd ?? this.childCwd;
  }

  /** Whether `id` is the agent's id of the running prompt. */
  runs(id: RequestId): boolean {
    return this.#prompts?.isRunning(id) === true;
  }

  /** Whether nothing would be missed if it were forgotten. */
  get isIdle(): boolean {
    return this.place === undefined && this.#prompts?.isBusy !== true && this.silentLoads === 0;
  }

  sendUpdate(update: v2.SessionUpdate): void {
    this.#context.notifyClient('session/update', { sessionId: this.id, update });
  }

  knowsTerminal(terminalId: string): boolean {
    return this.#terminals?.knows(terminalId) === true || this.#terminalsFromMeta?.knows(terminalId) === true;
  }

  /** A prompt is sent to the agent: its next chunk begins a new message. */
  interrupt(): void {
    this.#messages?.interrupt();
  }

  noteToolCall(toolCallId: string, isNew: boolean): void {
    this.#messages?.noteToolCall(toolCallId, isNew);
  }

  /** The client cancels its work. */
  cancel(): void {
    this.#questions?.cancel();
    this.#prompts?.cancel();
  }

  /** The session is closed or gone. */
  end(): void {
    this.#questions?.cancel();
    this.#prompts?.end();
    this.#terminals?.end();
  }

  /** The connection has ended. */
  stop(): void {
    this.#prompts?.stop();
    this.#terminals?.end();
  }
}
