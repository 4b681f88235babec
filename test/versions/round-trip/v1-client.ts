/** A client of version 1: does what a script says, answers what it is asked, and keeps what it would show. */
import type { RequestId } from '@acp-stack/rpc';
import type * as v1 from '@acp-stack/schema/v1/unstable';

import type { End, Message, Outcome } from './end.ts';
import { SessionTranscript } from './v1-transcript.ts';

interface Question {
  readonly id: RequestId | undefined;
  readonly sessionId: string;
  readonly options: readonly v1.PermissionOption[];
}

/** Requests of the bridge itself, and responses that differ because of its rules; a user does not see them. */
const unseen: ReadonlySet<string> = new Set(['terminal/output', '$/cancel_request']);

export class V1Client {
  /** The requests and notifications it received beside updates, and the outcomes of its own requests. */
  readonly log: unknown[] = [];
  /** The answers to what the agent asks next, by method. */
  readonly answers = new Map<string, unknown>();
  /** Whether it answers questions at once, and with which option. */
  pick: number | undefined;
  readonly #end: End;
  readonly #transcripts = new Map<string, SessionTranscript>();
  #questions: Question[] = [];
  #terminals = 0;

  constructor(end: End) {
    this.#end = end;
    end.hear = (message) => this.#hear(message);
  }

  of(sessionId: string): SessionTranscript {
    const transcript = this.#transcripts.get(sessionId) ?? new SessionTranscript();
    this.#transcripts.set(sessionId, transcript);
    return transcript;
  }

  get transcript(): unknown {
    const sessions = [...this.#transcripts].map(([id, transcript]) => [id, transcript.value()]);
    return { sessions: Object.fromEntries(sessions), log: this.log };
  }

  initialize(capabilities: object): void {
    this.#end.ask('initialize', { protocolVersion: 1, clientCapabilities: capabilities }, () => undefined);
  }

  open(cwd: string): void {
    this.#end.ask('session/new', { cwd, mcpServers: [] }, (outcome) => {
      const { sessionId, modes, configOptions, ...others } = resultOf(outcome) as v1.NewSessionResponse;
      this.log.push({ opened: sessionId, others: withoutModels(others) });
      this.of(sessionId).settings.open({ modes, configOptions });
    });
  }

  load(sessionId: string): void {
    const transcript = this.of(sessionId);
    transcript.startOver();
    this.#end.ask('session/load', { sessionId, cwd: '/work', mcpServers: [] }, (outcome) => {
      const { modes, configOptions, ...others } = resultOf(outcome) as v1.LoadSessionResponse;
      this.log.push({ loaded: sessionId, others: withoutModels(others) });
      transcript.endReplay();
      transcript.settings.open({ modes, configOptions });
    });
  }

  prompt(sessionId: string, prompt: readonly v1.ContentBlock[]): void {
    const transcript = this.of(sessionId);
    transcript.prompted(prompt);
    this.#end.ask('session/prompt', { sessionId, prompt }, (outcome) => {
      transcript.stopped(outcome);
    });
  }

  setMode(sessionId: string, modeId: string): void {
    this.#end.ask('session/set_mode', { sessionId, modeId }, (outcome) => {
      this.log.push({ mode: modeId, outcome });
      if ('result' in outcome) this.of(sessionId).settings.enterMode(modeId);
    });
  }

  setOption(sessionId: string, configId: string, value: string | boolean): void {
    const typed = typeof value === 'boolean' ? { type: 'boolean', value } : { value };
    this.#end.ask('session/set_config_option', { sessionId, configId, ...typed }, (outcome) => {
      const { configOptions } = resultOf(outcome) as v1.SetSessionConfigOptionResponse;
      this.of(sessionId).settings.replace(configOptions);
    });
  }

  custom(params: object, isRequest: boolean): void {
    if (!isRequest) this.#end.tell('_client/news', params);
    else
      this.#end.ask('_client/question', params, (outcome) => {
        this.log.push({ outcome });
      });
  }

  /** CANCEL-03: what is asked in the session is answered with `cancelled`. */
  cancel(sessionId: string): void {
    this.#end.tell('session/cancel', { sessionId });
    this.giveUp(sessionId);
  }

  /** Leaves the questions of a session; false when there are none. */
  giveUp(sessionId: string): boolean {
    const open = this.#questions.filter((question) => question.sessionId === sessionId);
    this.#questions = this.#questions.filter((question) => !open.includes(question));
    for (const { id } of open) this.#end.answer(id, { result: { outcome: { outcome: 'cancelled' } } });
    return open.length > 0;
  }

  /** Answers the question that waits longest. */
  answer(pick: number): void {
    const question = this.#questions.shift();
    if (question !== undefined) this.#end.answer(question.id, chosen(question, pick));
  }

  #hear({ id, method, params }: Message & { readonly method: string }): Outcome | undefined {
    if (method === 'session/update') {
      const { sessionId, update, ...others } = params as v1.SessionNotification;
      if (Object.keys(others).length > 0) this.log.push({ others });
      this.of(sessionId).update(update);
      return undefined;
    }
    if (method === 'session/request_permission') return this.#question(id, params as v1.RequestPermissionRequest);
    if (!unseen.has(method)) this.log.push({ method, params: withDefaults(params as object) });
    if (id === undefined) return undefined;
    if (method !== 'terminal/create') return { result: this.#answer(method) };
    this.#terminals += 1;
    return { result: { terminalId: `terminal-${this.#terminals}` } };
  }

  #question(id: RequestId | undefined, request: v1.RequestPermissionRequest): Outcome | undefined {
    const { sessionId, toolCall, options, ...others } = request;
    this.of(sessionId).toolCall(toolCall);
    this.log.push({ asked: toolCall.toolCallId, options, others });
    const question = { id, sessionId, options };
    if (this.pick !== undefined) return chosen(question, this.pick);
    this.#questions.push(question);
    return undefined;
  }

  #answer(method: string): unknown {
    const answer = this.answers.get(method);
    this.answers.delete(method);
    if (answer !== undefined) return answer;
    return method === 'terminal/output' ? { output: '', truncated: false } : {};
  }
}

const chosen = ({ options }: Question, pick: number): Outcome => {
  const option = options[pick % (options.length + 1)];
  const outcome = option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.optionId };
  return { result: { outcome } };
};

function resultOf(outcome: Outcome): unknown {
  if ('error' in outcome) throw new Error(`The agent refused: ${outcome.error.message}`);
  return outcome.result;
}

/** Row 'elicitation': the defaults of a form are filled in. */
function withDefaults(params: object): object {
  const { requestedSchema } = params as { readonly requestedSchema?: object };
  return requestedSchema === undefined
    ? params
    : { ...params, requestedSchema: { type: 'object', properties: {}, ...requestedSchema } };
}

/** `models` is an older form of the option for the model, which a bridge adds for clients that know only that form. */
function withoutModels(response: object): object {
  const { models: _, ...others } = response as { readonly models?: unknown };
  return others;
}
