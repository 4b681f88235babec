/** `/v1/messages` of Anthropic. */
import { fieldsOf, type Fields } from '../../conversation/message.ts';
import type { ModelEntry, ModelRequest } from '../script/model-reply.ts';
import { listOf, namedEvent, textOf, tokens, type ModelApi, type SentReply } from './model-api.ts';

/** A message of the user may hold results of tools; its parts are entries of their own, in their order. */
function entriesOf({ role, content }: Fields): readonly ModelEntry[] {
  if (role === 'assistant') return [{ role: 'model', text: textOf(content) }];
  if (typeof content === 'string') return [{ role: 'user', text: content }];
  return listOf(content).map((part) =>
    part['type'] === 'tool_result'
      ? { role: 'tool', text: textOf(part['content']) }
      : { role: 'user', text: textOf([part]) },
  );
}

function blocksOf(reply: SentReply, number: number, text: string): readonly Fields[] {
  if (reply.kind === 'call')
    return [{ type: 'tool_use', id: `toolu_conformance_${number}`, name: reply.name, input: reply.input }];
  const thought = reply.kind === 'text' ? reply.thought : undefined;
  const thinking = { type: 'thinking', thinking: thought, signature: 'conformance' };
  return [...(thought === undefined ? [] : [thinking]), { type: 'text', text }];
}

const start = ({ model, number }: ModelRequest): object => ({
  id: `msg_conformance_${number}`,
  type: 'message',
  role: 'assistant',
  model,
  content: [],
  stop_reason: null,
  stop_sequence: null,
  usage: { input_tokens: tokens.input, output_tokens: 0 },
});

/** The events of a block that is known from the beginning. */
function blockEvents(block: Fields, index: number): readonly string[] {
  const delta =
    block['type'] === 'tool_use'
      ? [{ type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }]
      : [
          { type: 'thinking_delta', thinking: block['thinking'] },
          { type: 'signature_delta', signature: block['signature'] },
        ];
  const empty =
    block['type'] === 'tool_use' ? { ...block, input: {} } : { type: 'thinking', thinking: '', signature: '' };
  return [
    namedEvent('content_block_start', { index, content_block: empty }),
    ...delta.map((each) => namedEvent('content_block_delta', { index, delta: each })),
    namedEvent('content_block_stop', { index }),
  ];
}

export const anthropicMessages: ModelApi = {
  serves: (path) => path.endsWith('/messages'),
  read: ({ body }) => ({
    model: String(body['model']),
    isStream: body['stream'] === true,
    entries: [{ role: 'system', text: textOf(body['system']) }, ...listOf(body['messages']).flatMap(entriesOf)],
    tools: listOf(body['tools']).map(({ name, description, input_schema: parameters }) => ({
      name: String(name),
      description: typeof description === 'string' ? description : '',
      parameters: fieldsOf(parameters),
    })),
  }),
  frames: (reply, request) => {
    const known = blocksOf(reply, request.number, '').filter(({ type }) => type !== 'text');
    const index = known.length;
    const isCall = reply.kind === 'call';
    const text = { index, content_block: { type: 'text', text: '' } };
    const stop = { stop_reason: isCall ? 'tool_use' : 'end_turn', stop_sequence: null };
    return {
      before: [
        namedEvent('message_start', { message: start(request) }),
        ...known.flatMap(blockEvents),
        ...(isCall ? [] : [namedEvent('content_block_start', text)]),
      ],
      piece: (words) => namedEvent('content_block_delta', { index, delta: { type: 'text_delta', text: words } }),
      after: () => [
        ...(isCall ? [] : [namedEvent('content_block_stop', { index })]),
        namedEvent('message_delta', { delta: stop, usage: { output_tokens: tokens.output } }),
        namedEvent('message_stop', {}),
      ],
    };
  },
  whole: (reply, request) => ({
    ...start(request),
    content: blocksOf(reply, request.number, reply.kind === 'text' ? reply.text : ''),
    stop_reason: reply.kind === 'call' ? 'tool_use' : 'end_turn',
    usage: { input_tokens: tokens.input, output_tokens: tokens.output },
  }),
  error: (message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
};
