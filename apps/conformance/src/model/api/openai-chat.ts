/** `/v1/chat/completions` of OpenAI and compatible services. */
import { fieldsOf, type Fields } from '../../conversation/message.ts';
import type { ModelEntry, ModelRequest } from '../script/model-reply.ts';
import { dataEvent, listOf, textOf, tokens, type ModelApi, type SentReply } from './model-api.ts';

const roles: Readonly<Record<string, ModelEntry['role']>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  assistant: 'model',
  tool: 'tool',
  function: 'tool',
};

const usage = {
  prompt_tokens: tokens.input,
  completion_tokens: tokens.output,
  total_tokens: tokens.input + tokens.output,
};

const idOf = ({ number }: ModelRequest): string => `chatcmpl-conformance-${number}`;

const chunk = (request: ModelRequest, delta: object, finish: string | null = null): string =>
  dataEvent({
    id: idOf(request),
    object: 'chat.completion.chunk',
    created: 0,
    model: request.model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });

const callOf = ({ name, input }: Extract<SentReply, { kind: 'call' }>, { number }: ModelRequest): object => ({
  id: `call_conformance_${number}`,
  type: 'function',
  function: { name, arguments: JSON.stringify(input) },
});

export const openAiChat: ModelApi = {
  serves: (path) => path.endsWith('/chat/completions'),
  read: ({ body }) => ({
    model: String(body['model']),
    isStream: body['stream'] === true,
    entries: listOf(body['messages']).map(({ role, content }) => ({
      role: roles[String(role)] ?? 'system',
      text: textOf(content),
    })),
    tools: listOf(body['tools']).map((tool) => toolOf(fieldsOf(tool['function']))),
  }),
  frames: (reply, request) => {
    const { model } = request;
    const id = idOf(request);
    const start = chunk(request, { role: 'assistant', content: '' });
    const end = (finish: string): readonly string[] => [
      chunk(request, {}, finish),
      dataEvent({ id, object: 'chat.completion.chunk', created: 0, model, choices: [], usage }),
      'data: [DONE]\n\n',
    ];
    const thought =
      reply.kind === 'text' && reply.thought !== undefined
        ? [chunk(request, { reasoning_content: reply.thought })]
        : [];
    const call =
      reply.kind === 'call' ? [chunk(request, { tool_calls: [{ index: 0, ...callOf(reply, request) }] })] : [];
    return {
      before: [start, ...thought, ...call],
      piece: (content) => chunk(request, { content }),
      after: () => end(reply.kind === 'call' ? 'tool_calls' : 'stop'),
    };
  },
  whole: (reply, request) => {
    const { model } = request;
    const message =
      reply.kind === 'call'
        ? { role: 'assistant', content: null, tool_calls: [callOf(reply, request)] }
        : { role: 'assistant', content: reply.kind === 'text' ? reply.text : '' };
    const finish = reply.kind === 'call' ? 'tool_calls' : 'stop';
    const choices = [{ index: 0, message, finish_reason: finish }];
    return { id: idOf(request), object: 'chat.completion', created: 0, model, choices, usage };
  },
  error: (message) => ({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
};

/** A tool as OpenAI describes it. */
export const toolOf = ({ name, description, parameters }: Fields): ModelRequest['tools'][number] => ({
  name: String(name),
  description: typeof description === 'string' ? description : '',
  parameters: fieldsOf(parameters),
});
