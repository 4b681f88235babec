/** Sabotages of the rules about runtime context. */
import { assumeSessionCapabilities } from './change-initialize.ts';
import { changeReceivedRequests } from './change-requests.ts';
import type { Break, Sabotages, Wire } from './sabotage.ts';
import { fieldsOf, isRequest, isSuccess, paramsOf, updateIn, without, withResult, withUpdate } from './wire-message.ts';
import type { WireFields } from './wire-message.ts';

const prompt = 'session/prompt';

/** The context that came with prompts so far. */
function textsBeside(message: WireFields, wire: Wire): readonly string[] {
  const texts = wire.memory((): string[] => []);
  const { runtimeContext } = paramsOf(message);
  if (wire.direction === 'in' && isRequest(message, prompt) && Array.isArray(runtimeContext)) {
    texts.push(...runtimeContext.map((item) => String(fieldsOf(item)['text'])));
  }
  return texts;
}

/** Adds the context to what the user said: to the whole message, or as one more chunk. */
const echoing: Break = (message, wire) => {
  const blocks = textsBeside(message, wire).map((text) => ({ type: 'text', text }));
  const update = updateIn(message, 'user_message', 'user_message_chunk');
  if (wire.direction === 'in' || update === undefined || blocks.length === 0) return undefined;
  const { content } = update;
  if (Array.isArray(content)) return [withUpdate(message, { ...update, content: [...content, ...blocks] })];
  return [message, ...blocks.map((block) => withUpdate(message, { ...update, content: block }))];
};

/** Treats the context as the working directory of sessions. */
const moving: Break = (message, wire) => {
  const cwd = textsBeside(message, wire).at(-1);
  const isList = wire.direction === 'out' && isSuccess(message) && wire.request?.method === 'session/list';
  if (!isList || cwd === undefined) return undefined;
  const { sessions, ...result } = fieldsOf(message['result']);
  const moved = (Array.isArray(sessions) ? sessions : []).map((session) => ({ ...fieldsOf(session), cwd }));
  return [withResult(message, { ...result, sessions: moved })];
};

/** The sabotages of the rules about runtime context; RCTX-02 is about shapes only. */
export const runtimeContextSabotages: Sabotages = {
  'RCTX-01': {
    text: 'sends context to an agent that did not offer to accept it',
    side: 'client',
    break: assumeSessionCapabilities({ runtimeContext: {} }),
  },
  'RCTX-03': { text: 'makes context a part of what the user said', side: 'agent', break: echoing },
  'RCTX-04': {
    text: 'sends invented context',
    side: 'agent',
    break: changeReceivedRequests([prompt], (params) =>
      'runtimeContext' in params ? without(params, 'runtimeContext') : params,
    ),
  },
  'RCTX-05': { text: 'works in the directory that the context names', side: 'agent', break: moving },
};
