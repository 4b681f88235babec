/** An answer in the form of the Responses API, whole or as events. */
import type { Usage } from '@acp-stack/sdk';

import { agentError } from '../errors/openai-error.ts';
import type { ResponseRequest } from '../request/response-request.ts';
import type { AnswerHead } from './chat-completion.ts';
import type { AnswerEnd, AnswerPiece } from './answer.ts';

type Answer = AsyncGenerator<AnswerPiece, AnswerEnd, undefined>;
type Event = Readonly<Record<string, unknown>> & { readonly type: string };

/** The whole answer. */
export async function wholeResponse(head: AnswerHead, request: ResponseRequest, answer: Answer): Promise<object> {
  for await (const event of eventsOf(head, request, answer)) {
    if (event.type === 'response.completed' || event.type === 'response.incomplete') return event['response'] as object;
  }
  throw new Error('An answer ends with its end.');
}

/** The answer as events; an error ends it, because its status is sent already. */
export async function* responseEvents(
  head: AnswerHead,
  request: ResponseRequest,
  answer: Answer,
): AsyncGenerator<string, void, undefined> {
  let sequence = 0;
  const text = (event: Event): string =>
    `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number: sequence++ })}\n\n`;
  try {
    for await (const event of eventsOf(head, request, answer)) yield text(event);
  } catch (error) {
    const { message } = agentError(error);
    const failed = { ...body(head, request), status: 'failed', error: { code: 'server_error', message } };
    yield text({ type: 'response.failed', response: failed });
  }
}

async function* eventsOf(
  head: AnswerHead,
  request: ResponseRequest,
  answer: Answer,
): AsyncGenerator<Event, void, undefined> {
  const begun = { ...body(head, request), status: 'in_progress' };
  yield { type: 'response.created', response: begun };
  yield { type: 'response.in_progress', response: begun };
  const output: object[] = [];
  let open: OpenItem | undefined;
  const close = (): readonly Event[] => {
    if (open === undefined) return [];
    const events = open.end();
    output.push(open.item('completed'));
    open = undefined;
    return events;
  };
  for (;;) {
    const { done, value } = await answer.next();
    if (done === true) {
      yield* close();
      const isWhole = value.reason === 'stop';
      const reason = value.reason === 'length' ? 'max_output_tokens' : 'content_filter';
      const response = {
        ...begun,
        status: isWhole ? 'completed' : 'incomplete',
        incomplete_details: isWhole ? null : { reason },
        output,
        ...(value.usage === undefined ? {} : { usage: usageOf(value.usage) }),
      };
      yield { type: isWhole ? 'response.completed' : 'response.incomplete', response };
      return;
    }
    if (open?.kind !== value.kind) {
      yield* close();
      open = new OpenItem(value.kind, `${head.id}_${output.length}`, output.length);
      yield* open.begin();
    }
    yield open.add(value.text);
  }
}

/** What differs between an item with text and one with thoughts. */
const kinds = {
  text: {
    part: 'response.content_part',
    text: 'response.output_text',
    index: 'content_index',
    ofPart: (text: string): object => ({ type: 'output_text', text, annotations: [], logprobs: [] }),
    ofItem: (status: string, content: readonly object[]): object => ({
      type: 'message',
      role: 'assistant',
      status,
      content,
    }),
  },
  thought: {
    part: 'response.reasoning_summary_part',
    text: 'response.reasoning_summary_text',
    index: 'summary_index',
    ofPart: (text: string): object => ({ type: 'summary_text', text }),
    ofItem: (status: string, summary: readonly object[]): object => ({ type: 'reasoning', status, summary }),
  },
} as const;

/** The item of the output that is being written. */
class OpenItem {
  readonly kind: AnswerPiece['kind'];
  readonly #id: string;
  readonly #index: number;
  #text = '';

  constructor(kind: AnswerPiece['kind'], id: string, index: number) {
    this.kind = kind;
    this.#id = `${kind === 'text' ? 'msg' : 'rs'}_${id}`;
    this.#index = index;
  }

  item(status: string): object {
    const { ofItem, ofPart } = kinds[this.kind];
    return { id: this.#id, ...ofItem(status, status === 'completed' ? [ofPart(this.#text)] : []) };
  }

  begin(): readonly Event[] {
    const { part, ofPart } = kinds[this.kind];
    return [
      { type: 'response.output_item.added', output_index: this.#index, item: this.item('in_progress') },
      { type: `${part}.added`, ...this.#place(), part: ofPart('') },
    ];
  }

  add(text: string): Event {
    this.#text += text;
    const more = this.kind === 'text' ? { logprobs: [] } : {};
    return { type: `${kinds[this.kind].text}.delta`, ...this.#place(), delta: text, ...more };
  }

  end(): readonly Event[] {
    const { part, text, ofPart } = kinds[this.kind];
    const more = this.kind === 'text' ? { logprobs: [] } : {};
    return [
      { type: `${text}.done`, ...this.#place(), text: this.#text, ...more },
      { type: `${part}.done`, ...this.#place(), part: ofPart(this.#text) },
      { type: 'response.output_item.done', output_index: this.#index, item: this.item('completed') },
    ];
  }

  #place(): object {
    return { item_id: this.#id, output_index: this.#index, [kinds[this.kind].index]: 0 };
  }
}

function body({ id, model, created }: AnswerHead, request: ResponseRequest): object {
  return {
    id,
    object: 'response',
    created_at: created,
    model,
    error: null,
    incomplete_details: null,
    instructions: request.instructions ?? null,
    metadata: request.metadata ?? {},
    output: [],
    parallel_tool_calls: false,
    previous_response_id: request.previous_response_id ?? null,
    temperature: null,
    tool_choice: 'none',
    tools: [],
    top_p: null,
  };
}

function usageOf({ inputTokens, outputTokens, totalTokens, cachedReadTokens, thoughtTokens }: Usage): object {
  return {
    input_tokens: inputTokens,
    input_tokens_details: { cached_tokens: cachedReadTokens ?? 0 },
    output_tokens: outputTokens,
    output_tokens_details: { reasoning_tokens: thoughtTokens ?? 0 },
    total_tokens: totalTokens,
  };
}
