/**
 * What a client has seen in the end, in a form that has no version.
 *
 * Messages are joined, tool calls are shown as they ended, sessions have names in the order in which they appeared.
 * What is empty is left out, so that the expected value of a scenario says what it is about and nothing else, and is
 * compared as a whole all the same.
 */
import type { FormAnswer, Question, TokenUsage } from './script.ts';

export type MessageRole = 'user' | 'agent' | 'thought';

interface SeenMessage {
  readonly role: MessageRole;
  readonly text: string;
}

export type SeenContent =
  | string
  | { readonly path: string; readonly oldText?: string | undefined; readonly newText: string };

export interface SeenToolCall {
  readonly id: string;
  readonly title: string;
  readonly kind: string;
  readonly status: string;
  readonly content?: readonly SeenContent[];
  readonly locations?: readonly object[];
  readonly rawInput?: unknown;
  readonly rawOutput?: unknown;
}

export interface SeenOption {
  readonly id: string;
  readonly value: string | boolean;
  readonly choices?: readonly string[];
}

export interface SeenCommand {
  readonly name: string;
  readonly description: string;
  readonly hint?: string | undefined;
}

export interface SeenSession {
  readonly messages?: readonly SeenMessage[];
  readonly toolCalls?: readonly SeenToolCall[];
  readonly plan?: readonly string[];
  readonly commands?: readonly SeenCommand[];
  readonly options?: readonly SeenOption[];
  /** The current mode: of the modes in version 1, of the option of that category in version 2. */
  readonly mode?: string;
  readonly context?: object;
  readonly title?: string;
  readonly notices?: readonly string[];
}

/** How a call of the client ended. */
export type Outcome =
  | { readonly stop: string; readonly usage?: TokenUsage }
  | { readonly error: number }
  | { readonly value: unknown }
  | 'done'
  | 'waits';

export interface Seen {
  /** What the client did, in its order, and how each ended. */
  readonly calls?: readonly (readonly [call: string, outcome: Outcome])[];
  readonly sessions?: Readonly<Record<string, SeenSession>>;
  readonly questions?: readonly (Question & { readonly answer: string })[];
  readonly forms?: readonly {
    readonly message: string;
    readonly fields: readonly string[];
    readonly answer: FormAnswer;
  }[];
  /** The custom notifications of the agent. */
  readonly told?: readonly unknown[];
  /** What the agent has learned. */
  readonly noted?: readonly unknown[];
}

interface MutableMessage {
  readonly role: MessageRole;
  readonly id: string | undefined;
  text: string;
}

type ToolPatch = { readonly [K in keyof SeenToolCall]?: SeenToolCall[K] | undefined };

const finished = new Set(['completed', 'failed', 'cancelled']);

/** One session as a client shows it. */
export class SessionView {
  #messages: MutableMessage[] = [];
  readonly #toolCalls = new Map<string, SeenToolCall>();
  plan: readonly string[] = [];
  commands: readonly SeenCommand[] = [];
  options: readonly SeenOption[] = [];
  mode: string | undefined;
  context: object | undefined;
  title: string | undefined;
  readonly notices: string[] = [];

  /** Adds to a message; without an id, to the last one if it is of this role. */
  say(role: MessageRole, id: string | undefined, text: string): void {
    const last = this.#messages.at(-1);
    const found =
      id === undefined
        ? last?.role === role && last.id === undefined
          ? last
          : undefined
        : this.#messages.find((message) => message.role === role && message.id === id);
    if (found === undefined) this.#messages.push({ role, id, text });
    else found.text += text;
  }

  /** Puts a whole message in the place of what it said before. */
  replace(role: MessageRole, id: string, text: string): void {
    const found = this.#messages.find((message) => message.role === role && message.id === id);
    if (found === undefined) this.#messages.push({ role, id, text });
    else found.text = text;
  }

  /**
   * Takes a message of the user away, if nothing was said after it: whether it was taken in is not told in version 1.
   */
  takeBack(id: string | undefined): void {
    const last = this.#messages.at(-1);
    if (last?.role === 'user' && last.id === id) this.#messages.pop();
  }

  tool(id: string, patch: ToolPatch): void {
    const before = this.#toolCalls.get(id) ?? { id, title: '', kind: 'other', status: 'pending' };
    const changes = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    this.#toolCalls.set(id, { ...before, ...changes });
  }

  append(id: string, content: readonly SeenContent[]): void {
    this.tool(id, { content: [...(this.#toolCalls.get(id)?.content ?? []), ...content] });
  }

  titleOf(id: string): string | undefined {
    return this.#toolCalls.get(id)?.title;
  }

  /** The client has cancelled: what has not ended counts as cancelled (CANCEL-02). */
  cancelToolCalls(): void {
    for (const { id, status } of this.#toolCalls.values()) {
      if (!finished.has(status)) this.tool(id, { status: 'cancelled' });
    }
  }

  /** Forgets the conversation, because it is about to be told again. */
  startOver(): void {
    this.#messages = [];
    this.#toolCalls.clear();
    this.plan = [];
  }

  /** Whether some message holds this text. */
  says(text: string): boolean {
    return this.#messages.some((message) => message.text.includes(text));
  }

  value(): SeenSession {
    const { plan, commands, options, mode, context, title, notices } = this;
    const toolCalls = [...this.#toolCalls.values()].map((call) => withoutEmpty<SeenToolCall>(call));
    const messages = this.#messages.map(({ role, text }) => ({ role, text }));
    return withoutEmpty<SeenSession>({ messages, toolCalls, plan, commands, options, mode, context, title, notices });
  }
}

/** Collects what a client does and sees. */
export class Transcript {
  readonly #sessions = new Map<string, SessionView>();
  readonly #calls: [call: string, outcome: Outcome][] = [];
  readonly #waiting = new Set<() => void>();
  readonly questions: (Question & { readonly answer: string })[] = [];
  readonly forms: NonNullable<Seen['forms']>[number][] = [];
  readonly told: unknown[] = [];
  readonly noted: unknown[] = [];
  #isAsked = false;
  #lastId = 0;

  /** Whether the agent has asked the user something. */
  get isAsked(): boolean {
    return this.#isAsked;
  }

  /** The agent asks the user something. */
  asked(): void {
    this.#isAsked = true;
    this.changed();
  }

  /** A number that was not given before. */
  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  session(sessionId: string): SessionView {
    const found = this.#sessions.get(sessionId) ?? new SessionView();
    this.#sessions.set(sessionId, found);
    return found;
  }

  /** The name of a session: `first`, `second` and so on. */
  nameOf(sessionId: string): string {
    const names = ['first', 'second', 'third'];
    return names[[...this.#sessions.keys()].indexOf(sessionId)] ?? 'unknown';
  }

  /** Notes that a call has begun; the answer takes its outcome. */
  begin(call: string): (outcome: Outcome) => void {
    const entry: [string, Outcome] = [call, 'waits'];
    this.#calls.push(entry);
    return (outcome) => {
      entry[1] = outcome;
      this.changed();
    };
  }

  /** Something was added. */
  changed(): void {
    for (const check of this.#waiting) check();
  }

  /** Resolves when `holds` does. */
  until(holds: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = (): void => {
        if (!holds()) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
  }

  value(): Seen {
    const { questions, forms, told, noted } = this;
    const sessions = withoutEmpty<Record<string, SeenSession>>(
      Object.fromEntries([...this.#sessions].map(([id, view]) => [this.nameOf(id), view.value()])),
    );
    return withoutEmpty<Seen>({ calls: this.#calls, sessions, questions, forms, told, noted });
  }
}

/** `value` without what says nothing. */
function withoutEmpty<T extends object>(value: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => !isEmpty(each))) as T;
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
