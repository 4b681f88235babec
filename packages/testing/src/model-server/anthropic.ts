/** A turn as the events of `/v1/messages`. */
import { argumentPieces, finishOf, piecesOf, toolCallsOf, type ModelTurn } from './model-turn.ts';

const stopReasons = { stop: 'end_turn', length: 'max_tokens', content_filter: 'refusal', tool_calls: 'tool_use' };

/** The events of a turn, each as the text that is sent. */
export function anthropicEvents(turn: ModelTurn, number: number, model: string): readonly string[] {
  const { input = 0, output = 0, cached = 0 } = turn.usage ?? {};
  const usage = { input_tokens: input - cached, output_tokens: 0, cache_read_input_tokens: cached };
  const message = { id: `msg_${number}`, type: 'message', role: 'assistant', model, content: [] };
  const blocks = blocksOf(turn, number);
  return [
    event('message_start', { message: { ...message, stop_reason: null, stop_sequence: null, usage } }),
    ...blocks.flatMap(({ start, deltas }, index) => [
      event('content_block_start', { index, content_block: start }),
      ...deltas.map((delta) => event('content_block_delta', { index, delta })),
      event('content_block_stop', { index }),
    ]),
    event('message_delta', {
      delta: { stop_reason: stopReasons[finishOf(turn)], stop_sequence: null },
      usage: { output_tokens: output },
    }),
    event('message_stop', {}),
  ];
}

export const anthropicError = (message: string, status: number): object => ({
  type: 'error',
  error: { type: status === 429 ? 'rate_limit_error' : 'invalid_request_error', message },
});

export const anthropicModels = (ids: readonly string[]): object => ({
  data: ids.map((id) => ({ type: 'model', id, display_name: id, created_at: '2026-01-01T00:00:00Z' })),
  has_more: false,
  first_id: ids[0] ?? null,
  last_id: ids.at(-1) ?? null,
});

interface Block {
  readonly start: object;
  readonly deltas: readonly object[];
}

function blocksOf(turn: ModelTurn, number: number): readonly Block[] {
  const thinking = piecesOf(turn.reasoning).map((piece) => ({ type: 'thinking_delta', thinking: piece }));
  const text = piecesOf(turn.text).map((piece) => ({ type: 'text_delta', text: piece }));
  // The service accepts a thought back only together with its signature.
  const signature = { type: 'signature_delta', signature: `signature_${number}` };
  return [
    ...(thinking.length === 0
      ? []
      : [{ start: { type: 'thinking', thinking: '', signature: '' }, deltas: [...thinking, signature] }]),
    ...(text.length === 0 ? [] : [{ start: { type: 'text', text: '' }, deltas: text }]),
    ...toolCallsOf(turn, number).map((call) => ({
      start: { type: 'tool_use', id: call.id, name: call.name, input: {} },
      deltas: argumentPieces(call).map((piece) => ({ type: 'input_json_delta', partial_json: piece })),
    })),
  ];
}

const event = (type: string, data: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
