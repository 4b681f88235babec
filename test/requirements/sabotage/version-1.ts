/** Sabotages of the rules that only version 1 has about prompt turns, files and terminals. */
import { changeReceivedUpdates, changeSentUpdates } from './change-updates.ts';
import { changeSentRequests, replaceErrors, changeResults } from './change-requests.ts';
import { incoming, outgoing, type Break, type Sabotages } from './sabotage.ts';
import {
  fieldsOf,
  isRequest,
  isResponse,
  isSuccess,
  paramsOf,
  errorResponseTo,
  sessionIn,
  updateIn,
  withParams,
  without,
  withResult,
  type WireFields,
} from './wire-message.ts';

const methodNotFound = -32_601;
const prompt = 'session/prompt';
const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' };

/** Sends a request that the client did not offer, with every prompt. */
const askingAlso = (method: string, params: WireFields): Break =>
  incoming((message, wire) => {
    if (!isRequest(message, prompt)) return undefined;
    const { sessionId } = paramsOf(message);
    wire.send({ jsonrpc: '2.0', id: `also-${method}`, method, params: { ...params, sessionId } });
    return undefined;
  });

/** The sabotages of the rules about prompt turns of version 1, files and terminals. */
export const versionOneSabotages: Sabotages = {
  'GEN-25': {
    text: 'sends a client of version 1 an update of a kind that it does not know',
    side: 'agent',
    break: changeSentUpdates(['agent_message_chunk'], (update) => ({ ...update, sessionUpdate: '_mood' })),
  },
  'TURN-01': {
    text: 'adds an image to every prompt, whether or not the agent takes images',
    side: 'client',
    break: outgoing((message) => {
      const { prompt: blocks } = paramsOf(message);
      return isRequest(message, prompt) && Array.isArray(blocks)
        ? [withParams(message, { prompt: [...blocks, image] })]
        : undefined;
    }),
  },
  'TURN-02': {
    text: 'ends a turn without saying why',
    side: 'agent',
    break: changeResults([prompt], (result) => without(result, 'stopReason')),
  },
  'TURN-03': {
    text: 'sends the updates of a turn after its answer',
    side: 'agent',
    break: outgoing((message, wire) => {
      const held = wire.memory((): WireFields[] => []);
      if (updateIn(message) !== undefined && wire.open('in').some(({ method }) => method === prompt)) {
        held.push(message);
        return [];
      }
      return isResponse(message) && wire.request?.method === prompt ? [message, ...held.splice(0)] : undefined;
    }),
  },
  'TURN-04': {
    text: 'never stops a turn early',
    side: 'agent',
    unprovable: 'It is optional, so nothing breaks it.',
  },
  'TURN-05': {
    text: 'does not look at the ids of messages',
    side: 'client',
    break: changeReceivedUpdates(['agent_message_chunk', 'agent_thought_chunk', 'user_message_chunk'], (update) =>
      without(update, 'messageId'),
    ),
  },
  'TURN-06': {
    text: 'gives all messages the same id',
    side: 'agent',
    break: changeSentUpdates(['agent_message_chunk', 'agent_thought_chunk'], (update) => ({
      ...update,
      messageId: 'm',
    })),
  },
  'TURN-07': {
    text: 'reports the used tokens without the size of the context',
    side: 'agent',
    break: changeSentUpdates(['usage_update'], (update) => without(update, 'size')),
  },
  'TURN-08': {
    text: 'reports a context size of zero with every prompt',
    side: 'agent',
    break: incoming((message, wire) => {
      if (!isRequest(message, prompt)) return undefined;
      const { sessionId } = paramsOf(message);
      const update = { sessionUpdate: 'usage_update', used: 0, size: 0 };
      wire.send({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
      return undefined;
    }),
  },
  'TURN-09': {
    text: 'does not look at the usage that comes with an answer',
    side: 'client',
    break: incoming((message, wire) =>
      isSuccess(message) && wire.request?.method === prompt
        ? [withResult(message, without(fieldsOf(message['result']), 'usage'))]
        : undefined,
    ),
  },
  'TURN-11': {
    text: 'reports the usage only while it works',
    side: 'agent',
    break: (message, wire) => {
      const working = wire.memory(() => new Set<string | undefined>());
      if (wire.direction === 'in') return undefined;
      const state = updateIn(message, 'state_update')?.['state'];
      if (state === 'running') working.add(sessionIn(message));
      if (state === 'idle') working.delete(sessionIn(message));
      return updateIn(message, 'usage_update') === undefined || working.has(sessionIn(message)) ? undefined : [];
    },
  },
  'TURN-10': {
    text: 'sends every slash command to the model',
    side: 'agent',
    break: incoming((message) => {
      const { prompt: blocks } = paramsOf(message);
      if (!isRequest(message, prompt) || !Array.isArray(blocks)) return undefined;
      const [first, ...others] = blocks as readonly WireFields[];
      const { text } = fieldsOf(first);
      if (typeof text !== 'string' || !text.startsWith('/')) return undefined;
      return [withParams(message, { prompt: [{ ...first, text: `The user says ${text}` }, ...others] })];
    }),
  },
  'CMD-02': {
    text: 'calls a command by its name without the slash',
    side: 'client',
    break: outgoing((message) => {
      const { prompt: blocks } = paramsOf(message);
      if (!isRequest(message, prompt) || !Array.isArray(blocks)) return undefined;
      const [first, ...others] = blocks as readonly WireFields[];
      const { text } = fieldsOf(first);
      if (typeof text !== 'string' || !text.startsWith('/')) return undefined;
      return [withParams(message, { prompt: [{ ...first, text: text.slice(1) }, ...others] })];
    }),
  },
  'FS-01': {
    text: 'reads a file of a client that has none to offer',
    side: 'agent',
    break: askingAlso('fs/read_text_file', { path: '/work/a' }),
  },
  'FS-05': {
    text: 'treats a write that is answered with null as a failed one',
    side: 'agent',
    break: incoming((message, wire) =>
      isSuccess(message) && wire.request?.method === 'fs/write_text_file' && message['result'] === null
        ? [errorResponseTo(message, -32_603)]
        : undefined,
    ),
  },
  'FS-08': {
    text: 'reads files for an agent of version 2',
    side: 'client',
    break: replaceErrors(['fs/read_text_file'], methodNotFound, { content: '' }),
  },
  'TERM-01': {
    text: 'runs a command in a terminal of a client that has none',
    side: 'agent',
    break: askingAlso('terminal/create', { command: 'ls' }),
  },
  'TERM-04': {
    text: 'asks for a terminal in a relative directory',
    side: 'agent',
    break: changeSentRequests(['terminal/create'], (params) =>
      typeof params['cwd'] === 'string' ? { ...params, cwd: params['cwd'].replace(/^\/+/, '') } : params,
    ),
  },
  'TERM-08': {
    text: 'keeps its terminals for ever',
    side: 'agent',
    break: outgoing((message, wire) => {
      if (!isRequest(message, 'terminal/release')) return undefined;
      wire.deliver({ jsonrpc: '2.0', id: message['id'], result: {} });
      return [];
    }),
  },
  'TERM-12': {
    text: 'runs commands for an agent of version 2',
    side: 'client',
    break: replaceErrors(['terminal/create'], methodNotFound, { terminalId: 't' }),
  },
};
