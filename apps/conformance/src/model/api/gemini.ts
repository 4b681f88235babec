/** `models/…:generateContent` and `:streamGenerateContent` of Gemini. */
import { fieldsOf, type Fields } from '../../conversation/message.ts';
import type { ModelEntry } from '../script/model-reply.ts';
import { dataEvent, listOf, textOf, tokens, type ModelApi, type SentReply } from './model-api.ts';

function entryOf({ role, parts }: Fields): ModelEntry {
  if (listOf(parts).some((part) => 'functionResponse' in part)) return { role: 'tool', text: '' };
  return { role: role === 'model' ? 'model' : 'user', text: textOf(parts) };
}

const usageMetadata = {
  promptTokenCount: tokens.input,
  candidatesTokenCount: tokens.output,
  totalTokenCount: tokens.input + tokens.output,
};

const candidate = (model: string, parts: readonly object[], finishReason?: string): object => ({
  candidates: [
    { index: 0, content: { role: 'model', parts }, ...(finishReason === undefined ? {} : { finishReason }) },
  ],
  usageMetadata,
  modelVersion: model,
});

const callPart = ({ name, input }: Extract<SentReply, { kind: 'call' }>): object => ({
  functionCall: { name, args: input },
});

const thoughtParts = (reply: SentReply): readonly object[] =>
  reply.kind === 'text' && reply.thought !== undefined ? [{ text: reply.thought, thought: true }] : [];

export const gemini: ModelApi = {
  serves: (path) => /:(?:stream)?generateContent$/iu.test(path),
  read: ({ path, body }) => ({
    model: /models\/([^:/]+)/u.exec(path)?.[1] ?? 'gemini',
    isStream: path.endsWith(':streamGenerateContent'),
    entries: [
      { role: 'system', text: textOf(fieldsOf(body['systemInstruction'] ?? body['system_instruction'])['parts']) },
      ...listOf(body['contents']).map(entryOf),
    ],
    tools: listOf(body['tools'])
      .flatMap(({ functionDeclarations, function_declarations: older }) => listOf(functionDeclarations ?? older))
      .map(({ name, description, parameters, parametersJsonSchema }) => ({
        name: String(name),
        description: typeof description === 'string' ? description : '',
        parameters: fieldsOf(parametersJsonSchema ?? parameters),
      })),
  }),
  frames: (reply, { model }, { query }) => {
    const isEvents = query.get('alt') === 'sse';
    const event = (data: object): string => (isEvents ? dataEvent(data) : `${JSON.stringify(data)},\n`);
    const thoughts = thoughtParts(reply);
    const first = reply.kind === 'call' ? [callPart(reply)] : thoughts;
    const last = JSON.stringify(candidate(model, [{ text: '' }], 'STOP'));
    return {
      before: [...(isEvents ? [] : ['[']), ...(first.length === 0 ? [] : [event(candidate(model, first))])],
      piece: (text) => event(candidate(model, [{ text }])),
      ...(isEvents ? {} : { type: 'application/json' }),
      after: () => [isEvents ? `data: ${last}\n\n` : `${last}]`],
    };
  },
  whole: (reply, { model }) =>
    candidate(
      model,
      reply.kind === 'call'
        ? [callPart(reply)]
        : [...thoughtParts(reply), { text: reply.kind === 'text' ? reply.text : '' }],
      'STOP',
    ),
  error: (message) => ({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
};
