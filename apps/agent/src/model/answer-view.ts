/**
 * Shows one answer of the model while it is streamed, and keeps it.
 *
 * Text goes to a message, reasoning to a thought. A tool call is reported as soon as its name is known, and its
 * arguments are shown as they grow. An answer that broke off can be removed.
 */
import type { Turn } from '@acp-stack/sdk';

import type { ModelMessage, ToolCallPart } from './message.ts';
import type { ModelPart } from './model.ts';
import { parsePartialJson } from './partial-json.ts';
import { reportCall, type ReportedCall } from './run-tool.ts';
import type { Tool } from './tool.ts';

type AnswerPart = Extract<ModelMessage, { readonly role: 'assistant' }>['content'][number];

/** A tool call that the model requested. */
export interface RequestedCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as the model wrote them. */
  readonly text: string;
  readonly metadata: ToolCallPart['metadata'];
  readonly reported: ReportedCall;
}

export class AnswerView {
  readonly #turn: Turn;
  readonly #tools: ReadonlyMap<string, Tool>;
  readonly #streamed = new Map<string, StreamedInput>();
  readonly #calls: RequestedCall[] = [];
  readonly #parts: AnswerPart[] = [];
  /** Every message and thought of the answer. */
  readonly #written: Turn['message'][] = [];
  /** The message and the thought that go on; text after a tool call begins another one. */
  #message: Turn['message'] | undefined;
  #thought: Turn['thought'] | undefined;
  #text = '';
  #thoughtText = '';

  constructor(turn: Turn, tools: ReadonlyMap<string, Tool>) {
    this.#turn = turn;
    this.#tools = tools;
  }

  /** The complete calls. */
  get calls(): readonly RequestedCall[] {
    return this.#calls;
  }

  /** Whether the model has started a tool call. */
  get hasCalls(): boolean {
    return this.#streamed.size > 0 || this.#calls.length > 0;
  }

  /** Whether the model has sent nothing. */
  get isEmpty(): boolean {
    return this.#parts.length === 0 && this.#text === '' && this.#calls.length === 0;
  }

  /** The text and the thoughts, without the calls. */
  get parts(): readonly AnswerPart[] {
    this.#endText();
    return this.#parts;
  }

  /** Shows one more part; the promise resolves when more can be sent. */
  readonly add = (part: ModelPart): void | Promise<void> => {
    switch (part.type) {
      case 'text':
        this.#text += part.text;
        this.#message ??= this.#begin(this.#nextMessage());
        return this.#message.append(part.text);
      case 'thought':
        this.#endText();
        this.#message = undefined;
        this.#thoughtText += part.text;
        this.#thought ??= this.#begin(this.#turn.newThought());
        return this.#thought.append(part.text);
      case 'thought-end':
        return this.#endThought(part.metadata);
      case 'tool-start':
        this.#streamed.set(part.id, new StreamedInput(this.#report(part.name)));
        return undefined;
      case 'tool-input':
        return this.#streamed.get(part.id)?.add(part.text);
      case 'tool-end': {
        const { id, name, input, metadata } = part;
        const reported = this.#streamed.get(id)?.reported ?? this.#report(name);
        this.#streamed.delete(id);
        this.#calls.push({ id, name, text: input, metadata, reported });
        return undefined;
      }
    }
  };

  /** Removes a broken answer from the client, as far as the client supports that, before it is requested again. */
  async takeBack(): Promise<void> {
    for (const text of this.#written) await text.replace([]);
    await this.dropCalls();
  }

  /** Cancels the calls that will never run. */
  async dropCalls(): Promise<void> {
    const reported = [...this.#streamed.values(), ...this.#calls].map((each) => each.reported);
    for (const { call } of reported) if (!call.isFinal) await call.cancel();
  }

  #begin(text: Turn['message']): Turn['message'] {
    this.#written.push(text);
    return text;
  }

  #nextMessage(): Turn['message'] {
    const { message } = this.#turn;
    return message.isEmpty ? message : this.#turn.newMessage();
  }

  #endText(): void {
    if (this.#text === '') return;
    this.#parts.push({ type: 'text', text: this.#text });
    this.#text = '';
  }

  #endThought(metadata: ToolCallPart['metadata']): void {
    const last = this.#parts.at(-1);
    if (this.#thoughtText !== '') {
      this.#parts.push({ type: 'thought', text: this.#thoughtText, ...(metadata === undefined ? {} : { metadata }) });
    } else if (metadata !== undefined && last?.type === 'thought' && last.metadata === undefined) {
      this.#parts[this.#parts.length - 1] = { ...last, metadata };
    }
    this.#thoughtText = '';
    this.#thought = undefined;
  }

  #report(name: string): ReportedCall {
    this.#message = undefined;
    this.#thought = undefined;
    const kind = this.#tools.get(name)?.kind ?? 'other';
    return reportCall(this.#turn, { name, kind, title: name });
  }
}

/**
 * The arguments of a call while they are streamed. They are shown each time they have grown by half, so that the cost
 * stays linear.
 */
class StreamedInput {
  readonly reported: ReportedCall;
  #text = '';
  #shown = 16;

  constructor(reported: ReportedCall) {
    this.reported = reported;
  }

  add(text: string): void | Promise<void> {
    this.#text += text;
    if (this.#text.length < this.#shown) return undefined;
    this.#shown = Math.ceil(this.#text.length * 1.5);
    const rawInput = parsePartialJson(this.#text);
    return rawInput === undefined ? undefined : this.reported.call.update({ rawInput });
  }
}
