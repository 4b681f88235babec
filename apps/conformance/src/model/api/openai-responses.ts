/** `/v1/responses` of OpenAI. */
import type { Fields } from '../../conversation/message.ts';
import type { ModelEntry, ModelRequest } from '../script/model-reply.ts';
import { listOf, namedEvent, textOf, tokens, type ModelApi, type SentReply } from './model-api.ts';
import { openAiChat, toolOf } from './openai-chat.ts';

/** One item of the input as an entry. */
function entryOf({ type, role, content, output }: Fields): ModelEntry {
  if (String(type).endsWith('_output')) return { role: 'tool', text: textOf(output) };
  if (role === 'user') return { role: 'user', text: textOf(content) };
  if (role === 'system' || role === 'developer') return { role: 'system', text: textOf(content) };
  return { role: 'model', text: textOf(content) };
}

function entriesOf({ input, instructions }: Fields): readonly ModelEntry[] {
  const system: readonly ModelEntry[] =
    typeof instructions === 'string' ? [{ role: 'system', text: instructions }] : [];
  return typeof input === 'string'
    ? [...system, { role: 'user', text: input }]
    : [...system, ...listOf(input).map(entryOf)];
}

/** The items of the output, complete. */
function outputOf(reply: SentReply, number: number, text: string): readonly object[] {
  if (reply.kind === 'call') {
    const call = { call_id: `call_conformance_${number}`, name: reply.name, arguments: JSON.stringify(reply.input) };
    return [{ type: 'function_call', id: `fc_conformance_${number}`, status: 'completed', ...call }];
  }
  const thought = reply.kind === 'text' ? reply.thought : undefined;
  const summary = {
    type: 'reasoning',
    id: `rs_conformance_${number}`,
    summary: [{ type: 'summary_text', text: thought }],
  };
  const content = [{ type: 'output_text', text, annotations: [] }];
  const message = { type: 'message', id: `msg_conformance_${number}`, role: 'assistant', status: 'completed', content };
  return thought === undefined ? [message] : [summary, message];
}

const response = ({ model, number }: ModelRequest, status: string, output: readonly object[]): object => ({
  id: `resp_conformance_${number}`,
  object: 'response',
  created_at: 0,
  status,
  model,
  output,
  ...(status === 'completed'
    ? {
        usage: {
          input_tokens: tokens.input,
          input_tokens_details: { cached_tokens: 0 },
          output_tokens: tokens.output,
          output_tokens_details: { reasoning_tokens: 0 },
          total_tokens: tokens.input + tokens.output,
        },
      }
    : {}),
});

export const openAiResponses: ModelApi = {
  serves: (path) => path.endsWith('/responses'),
  read: ({ body }) => ({
    model: String(body['model']),
    isStream: body['stream'] === true,
    entries: entriesOf(body),
    tools: listOf(body['tools'])
      .filter(({ name }) => typeof name === 'string')
      .map(toolOf),
  }),
  frames: (reply, request) => {
    const { number } = request;
    const thought = reply.kind === 'text' && reply.thought !== undefined ? outputOf(reply, number, '').slice(0, 1) : [];
    const index = thought.length;
    const part = { item_id: `msg_conformance_${number}`, output_index: index, content_index: 0 };
    const item = {
      type: 'message',
      id: `msg_conformance_${number}`,
      role: 'assistant',
      status: 'in_progress',
      content: [],
    };
    const begun = [
      namedEvent('response.created', { response: response(request, 'in_progress', []) }),
      ...thought.flatMap((each) => [
        namedEvent('response.output_item.added', { output_index: 0, item: { ...each, summary: [] } }),
        namedEvent('response.output_item.done', { output_index: 0, item: each }),
      ]),
    ];
    const message = [
      namedEvent('response.output_item.added', { output_index: index, item }),
      namedEvent('response.content_part.added', { ...part, part: { type: 'output_text', text: '', annotations: [] } }),
    ];
    const done = (text: string): string =>
      namedEvent('response.completed', { response: response(request, 'completed', outputOf(reply, number, text)) });
    const [call] = reply.kind === 'call' ? outputOf(reply, number, '') : [];
    const callFrames = [
      namedEvent('response.output_item.added', { output_index: 0, item: { ...call, status: 'in_progress' } }),
      namedEvent('response.output_item.done', { output_index: 0, item: call }),
    ];
    return {
      before: [...begun, ...(call === undefined ? message : callFrames)],
      piece: (delta) => namedEvent('response.output_text.delta', { ...part, delta }),
      after: (text) =>
        call === undefined
          ? [
              namedEvent('response.output_text.done', { ...part, text }),
              namedEvent('response.output_item.done', {
                output_index: index,
                item: outputOf(reply, number, text).at(-1),
              }),
              done(text),
            ]
          : [done('')],
    };
  },
  whole: (reply, request) =>
    response(request, 'completed', outputOf(reply, request.number, reply.kind === 'text' ? reply.text : '')),
  error: openAiChat.error,
};
