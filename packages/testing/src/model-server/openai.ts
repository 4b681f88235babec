/** A turn as the events of `/v1/chat/completions`. */
import { argumentPieces, finishOf, piecesOf, toolCallsOf, type ModelTurn } from './model-turn.ts';

/** The events of a turn, each as the text that is sent. */
export function openAiEvents(turn: ModelTurn, number: number, model: string): readonly string[] {
  const chunk = (rest: object): string =>
    event({ id: `chatcmpl-${number}`, object: 'chat.completion.chunk', created: 0, model, ...rest });
  const delta = (content: object, finish: string | null = null): string =>
    chunk({ choices: [{ index: 0, delta: content, finish_reason: finish }] });
  return [
    ...piecesOf(turn.reasoning).map((piece) => delta({ reasoning_content: piece })),
    ...piecesOf(turn.text).map((piece) => delta({ content: piece })),
    ...toolCallEvents(turn, number, delta),
    delta({}, finishOf(turn)),
    ...(turn.usage === undefined ? [] : [chunk({ choices: [], usage: usageOf(turn.usage) })]),
    'data: [DONE]\n\n',
  ];
}

export const openAiError = (message: string, status: number): object => ({
  error: { message, type: status === 429 ? 'rate_limit_error' : 'invalid_request_error', code: null, param: null },
});

export const openAiModels = (ids: readonly string[]): object => ({
  object: 'list',
  data: ids.map((id) => ({ id, object: 'model', created: 0, owned_by: 'script' })),
});

function toolCallEvents(turn: ModelTurn, number: number, delta: (content: object) => string): readonly string[] {
  return toolCallsOf(turn, number).flatMap((call, index) => {
    const { id, name } = call;
    return [
      delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      ...argumentPieces(call).map((piece) => delta({ tool_calls: [{ index, function: { arguments: piece } }] })),
    ];
  });
}

function usageOf({ input, output, cached, reasoning }: NonNullable<ModelTurn['usage']>): object {
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: cached } }),
    ...(reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;
