/** Sabotages of the rules about prompts and the state of a session. */
import { changeReceivedUpdates, changeSentUpdates } from './change-updates.ts';
import { incoming, outgoing, type Break, type Sabotages, type Wire } from './sabotage.ts';
import {
  fieldsOf,
  isObject,
  isErrorResponse,
  isRequest,
  isSuccess,
  errorResponseTo,
  sessionIn,
  sessionUpdate,
  updateIn,
  withParams,
  without,
  withResult,
  type WireFields,
} from './wire-message.ts';

const invalidRequest = -32_600;
const invalidParams = -32_602;

const knownStates = ['running', 'idle', 'requires_action', 'unknown'];
const messages = ['user_message', 'agent_message', 'agent_thought'];
const chunks = messages.map((kind) => `${kind}_chunk`);

/** Drops updates of the state `state`. */
const stateDropped = (state: string): Break =>
  changeSentUpdates(['state_update'], (update) => (update['state'] === state ? undefined : update));

/** The last state of each session that was sent in a direction. */
function lastStates(wire: Wire): Map<string | undefined, unknown> {
  return wire.memory(() => new Map<string | undefined, unknown>());
}

const isFinal = (update: WireFields): boolean =>
  ['completed', 'failed', 'cancelled'].includes(String(update['status'])) || isObject(update['exitStatus']);

const idOf = (fields: WireFields): unknown => fields['toolCallId'] ?? fields['terminalId'];

/** The ids of the background work in a state update. */
const backgroundIds = (update: WireFields): readonly unknown[] =>
  Array.isArray(update['background']) ? update['background'].map((each) => idOf(fieldsOf(each))) : [];

/** The sabotages of the rules about the prompt lifecycle. */
export const lifecycleSabotages: Sabotages = {
  'LIFE-01': {
    text: 'responds to a prompt only when the turn is over',
    side: 'agent',
    break: outgoing((message, wire) => {
      const held = wire.memory(() => new Map<unknown, WireFields[]>());
      if (isSuccess(message) && wire.request?.method === 'session/prompt') {
        const { sessionId } = fieldsOf(wire.request.params);
        held.set(sessionId, [...(held.get(sessionId) ?? []), message]);
        return [];
      }
      const answers = held.get(sessionIn(message)) ?? [];
      if (updateIn(message, 'state_update')?.['state'] !== 'idle' || answers.length === 0) return undefined;
      held.delete(sessionIn(message));
      return [message, ...answers];
    }),
  },
  'LIFE-02': {
    text: 'responds to a prompt without the id of the message',
    side: 'agent',
    break: outgoing((message, wire) =>
      isSuccess(message) && wire.request?.method === 'session/prompt'
        ? [withResult(message, without(fieldsOf(message['result']), 'messageId'))]
        : undefined,
    ),
  },
  'LIFE-03': {
    text: 'does not echo what the user said',
    side: 'agent',
    break: changeSentUpdates(['user_message', 'user_message_chunk'], () => undefined),
  },
  'LIFE-04': { text: 'does not say that work began', side: 'agent', break: stateDropped('running') },
  'LIFE-05': {
    text: 'does not say why work ended',
    side: 'agent',
    break: changeSentUpdates(['state_update'], (update) =>
      update['state'] === 'idle' && 'stopReason' in update ? without(update, 'stopReason') : update,
    ),
  },
  'LIFE-06': { text: 'does not say that it waits for the user', side: 'agent', break: stateDropped('requires_action') },
  'LIFE-07': {
    text: 'does not say that work goes on after it waited for the user',
    side: 'agent',
    break: changeSentUpdates(['state_update'], (update, wire, message) => {
      const states = lastStates(wire);
      const before = states.get(sessionIn(message));
      states.set(sessionIn(message), update['state']);
      return before === 'requires_action' && update['state'] === 'running' ? undefined : update;
    }),
  },
  'LIFE-08': {
    text: 'reports work when only something in the background changed',
    side: 'agent',
    break: outgoing((message, wire) => {
      const states = lastStates(wire);
      const state = updateIn(message, 'state_update');
      if (state !== undefined) states.set(sessionIn(message), state['state']);
      const isBackground =
        updateIn(message, 'tool_call_update', 'terminal_update', ...messages, ...chunks) !== undefined;
      if (!isBackground || states.get(sessionIn(message)) !== 'idle') return undefined;
      return [message, sessionUpdate(sessionIn(message), { sessionUpdate: 'state_update', state: 'running' })];
    }),
  },
  'LIFE-09': {
    text: 'treats the answer to a prompt as the end of the work',
    side: 'client',
    break: incoming((message, wire) => {
      if (!isSuccess(message) || wire.request?.method !== 'session/prompt') return undefined;
      const { sessionId } = fieldsOf(wire.request.params);
      const idle = { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' };
      return [message, sessionUpdate(String(sessionId), idle)];
    }),
  },
  'LIFE-10': {
    text: 'treats a repeated snapshot as a new end of work',
    side: 'client',
    break: incoming((message, wire) => {
      const states = lastStates(wire);
      const update = updateIn(message, 'state_update');
      if (update === undefined) return undefined;
      const before = states.get(sessionIn(message));
      states.set(sessionIn(message), update['state']);
      if (update['state'] !== 'idle' || before !== 'idle') return undefined;
      return [sessionUpdate(sessionIn(message), { sessionUpdate: 'state_update', state: 'running' }), message];
    }),
  },
  'LIFE-11': {
    text: 'reports failed work as successful',
    side: 'agent',
    break: changeSentUpdates(['state_update'], (update) =>
      update['stopReason'] === 'error' ? { ...without(update, 'error'), stopReason: 'end_turn' } : update,
    ),
  },
  'LIFE-12': {
    text: 'refuses a prompt while work is running',
    side: 'agent',
    break: (message, wire) => {
      const states = lastStates(wire);
      if (wire.direction === 'out') {
        const update = updateIn(message, 'state_update');
        if (update !== undefined) states.set(sessionIn(message), update['state']);
        return undefined;
      }
      if (!isRequest(message, 'session/prompt') || states.get(sessionIn(message)) !== 'running') return undefined;
      wire.send(errorResponseTo(message, invalidRequest));
      return [];
    },
  },
  'LIFE-13': {
    text: 'accepts prompts with content that it cannot use',
    side: 'agent',
    break: outgoing((message, wire) =>
      isErrorResponse(message, invalidParams) && wire.request?.method === 'session/prompt'
        ? [{ ...without(message, 'error'), result: { messageId: 'sabotaged' } }]
        : undefined,
    ),
  },
  'LIFE-14': {
    text: 'sends prompts with nothing in them',
    side: 'client',
    break: outgoing((message) =>
      isRequest(message, 'session/prompt') ? [withParams(message, { prompt: [] })] : undefined,
    ),
  },
  'LIFE-15': {
    text: 'treats an unknown state as idle',
    side: 'client',
    break: changeReceivedUpdates(['state_update'], (update) =>
      knownStates.includes(String(update['state'])) ? update : { ...update, state: 'idle' },
    ),
  },
  'LIFE-16': {
    text: 'whether an agent begins work by itself',
    side: 'agent',
    unprovable: 'It is optional; LIFE-04 and LIFE-05 are about how it is reported.',
  },
  'LIFE-17': {
    text: 'appends whole messages instead of replacing what was there',
    side: 'client',
    break: incoming((message) => {
      const update = updateIn(message, ...messages);
      if (update === undefined || update['content'] === undefined) return undefined;
      const content = Array.isArray(update['content']) ? update['content'] : [];
      return content.map((block) =>
        withParams(message, {
          update: { ...update, sessionUpdate: `${String(update['sessionUpdate'])}_chunk`, content: block },
        }),
      );
    }),
  },
  'LIFE-18': {
    text: 'sends chunks without the id of their message',
    side: 'agent',
    break: changeSentUpdates(chunks, (update) => without(update, 'messageId')),
  },
  'LIFE-19': {
    text: 'leaves the background work out when work ends, and takes it for none where it is not reported',
    side: 'both',
    break: (message, wire) =>
      changeSentUpdates(['state_update'], (update) =>
        update['state'] === 'idle' && 'background' in update ? without(update, 'background') : update,
      )(message, wire) ??
      changeReceivedUpdates(['state_update'], (update) =>
        Array.isArray(update['background']) ? update : { ...update, background: [] },
      )(message, wire),
  },
  'LIFE-20': {
    text: 'says how background work ended only after it has left the list',
    side: 'agent',
    break: outgoing((message, wire) => {
      const seen = wire.memory(() => ({ listed: [] as readonly unknown[], held: [] as WireFields[] }));
      const work = updateIn(message, 'tool_call_update', 'terminal_update');
      if (work !== undefined && isFinal(work) && seen.listed.includes(idOf(work))) {
        seen.held.push(message);
        return [];
      }
      const state = updateIn(message, 'state_update');
      if (state === undefined) return undefined;
      seen.listed = backgroundIds(state);
      return seen.held.length === 0 ? undefined : [message, ...seen.held.splice(0)];
    }),
  },
};
