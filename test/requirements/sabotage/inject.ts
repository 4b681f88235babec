/** Sabotages of the rules about messages that arrive during a turn. */
import { replaceErrors, changeReceivedRequests, changeResults } from './change-requests.ts';
import { inCapabilities, changeOtherInitialize } from './change-initialize.ts';
import { incoming, outgoing, type Break, type Sabotages } from './sabotage.ts';
import {
  responseTo,
  fieldsOf,
  isErrorResponse,
  isRequest,
  isSuccess,
  paramsOf,
  updateIn,
  without,
  type WireFields,
} from './wire-message.ts';

const inject = ['session/inject'];
const revoke = ['session/revoke_inject'];
const replace = ['session/replace_inject'];
const precondition = -32_010;
const notFound = -32_002;
const invalidParams = -32_602;

/** Changes what the capabilities say about injected messages. */
const offering = (capabilities: unknown, change: (offer: WireFields) => unknown): WireFields => {
  const { session } = fieldsOf(capabilities);
  const { inject: offer } = fieldsOf(session);
  return { ...fieldsOf(capabilities), session: { ...fieldsOf(session), inject: change(fieldsOf(offer)) } };
};

/** The messages that were accepted, in order. */
const acceptedIds = (message: WireFields, wire: Parameters<Break>[1]): string[] => {
  const ids = wire.memory((): string[] => []);
  if (wire.direction === 'out' && isSuccess(message) && inject.includes(wire.request?.method ?? '')) {
    ids.push(String(fieldsOf(message['result'])['messageId']));
  }
  return ids;
};

/** Changes the delivery of an injected message. */
const delivery =
  (
    change: (message: WireFields, ids: readonly string[], wire: Parameters<Break>[1]) => readonly unknown[] | undefined,
  ): Break =>
  (message, wire) => {
    const ids = acceptedIds(message, wire);
    const update = updateIn(message, 'user_message');
    const isDelivery = wire.direction === 'out' && update !== undefined && ids.includes(String(update['messageId']));
    return isDelivery ? change(message, ids, wire) : undefined;
  };

/** Responds with a result where the peer refuses a request of these methods. */
const anyway = (methods: readonly string[], code: number): Break => replaceErrors(methods, code, { messageId: 'none' });

/** The sabotages of the rules about injected messages, and of the elicitation rule about them. */
export const injectSabotages: Sabotages = {
  'INJ-01': {
    text: 'injects in a mode that the agent does not offer',
    side: 'client',
    break: incoming(
      changeOtherInitialize((said) =>
        inCapabilities(said, (capabilities) =>
          offering(capabilities, (offer) => ({ ...offer, modes: ['queue', 'steer'], steerInStream: ['finish'] })),
        ),
      ),
    ),
  },
  'INJ-02': {
    text: 'offers to be steered and not how',
    side: 'agent',
    break: changeResults(['initialize'], (result) =>
      inCapabilities(result, (capabilities) => offering(capabilities, (offer) => without(offer, 'steerInStream'))),
    ),
  },
  'INJ-03': {
    text: 'responds only after the message was delivered',
    side: 'agent',
    break: outgoing((message, wire) => {
      const held = wire.memory((): WireFields[] => []);
      if (isSuccess(message) && inject.includes(wire.request?.method ?? '')) {
        held.push(message);
        return [];
      }
      return updateIn(message, 'user_message') === undefined || held.length === 0
        ? undefined
        : [message, ...held.splice(0)];
    }),
  },
  'INJ-04': {
    text: 'delivers under another id than it responded with',
    side: 'agent',
    break: delivery((message) => [
      { ...message, params: { ...paramsOf(message), update: { ...updateIn(message), messageId: 'another' } } },
    ]),
  },
  'INJ-05': {
    text: 'delivers the last that was queued first',
    side: 'agent',
    break: changeReceivedRequests(inject, swapped()),
  },
  'INJ-06': {
    text: 'treats steering as queueing',
    side: 'agent',
    break: changeReceivedRequests(inject, (params) => ({ ...params, mode: 'queue' })),
  },
  'INJ-07': { text: 'accepts steering while no turn runs', side: 'agent', break: anyway(inject, precondition) },
  'INJ-08': {
    text: 'keeps what was queued while nothing runs',
    side: 'agent',
    break: delivery(() => []),
  },
  'INJ-09': {
    text: 'does not let anything be revoked',
    side: 'agent',
    break: incoming((message, wire) => {
      if (!isRequest(message, ...revoke)) return undefined;
      wire.send({ jsonrpc: '2.0', id: message['id'], error: { code: -32_601, message: 'Method not found' } });
      return [];
    }),
  },
  'INJ-10': {
    text: 'says that it has revoked a message, and delivers it',
    side: 'agent',
    break: incoming((message, wire) => {
      if (!isRequest(message, ...revoke)) return undefined;
      wire.send(responseTo(message, {}));
      return [];
    }),
  },
  'INJ-11': {
    text: 'says that it has revoked what was delivered',
    side: 'agent',
    break: anyway([...revoke, ...replace], precondition),
  },
  'INJ-12': {
    text: 'says that it has revoked what never was',
    side: 'agent',
    break: anyway([...revoke, ...replace], notFound),
  },
  'INJ-13': {
    text: 'gives a replaced message another id',
    side: 'agent',
    break: changeResults(replace, (result) => ({ ...result, messageId: 'another' })),
  },
  'INJ-14': {
    text: 'accepts a replacement that it does not offer',
    side: 'agent',
    break: outgoing((message, wire) =>
      isErrorResponse(message) && replace.includes(wire.request?.method ?? '')
        ? [{ ...without(message, 'error'), result: { messageId: 'none' } }]
        : undefined,
    ),
  },
  'INJ-15': {
    text: 'delivers what was replaced',
    side: 'agent',
    break: incoming((message, wire) => {
      if (!isRequest(message, ...replace)) return undefined;
      wire.send(responseTo(message, { messageId: paramsOf(message)['messageId'] }));
      return [];
    }),
  },
  'INJ-16': {
    text: 'drops what waits when the user cancels',
    side: 'agent',
    break: (message, wire) => {
      const ids = acceptedIds(message, wire);
      if (wire.direction === 'in' && message['method'] === 'session/cancel')
        ids.splice(0, ids.length, 'cancelled', ...ids);
      const update = updateIn(message, 'user_message');
      return update !== undefined && ids[0] === 'cancelled' && ids.includes(String(update['messageId']))
        ? []
        : undefined;
    },
  },
  'INJ-17': {
    text: 'delivers a message while the user is being asked',
    side: 'agent',
    break: (message, wire) => {
      const isAsking = wire.open('out').some(({ method }) => method === 'session/request_permission');
      if (wire.direction !== 'out' || !isAsking || !isSuccess(message) || !inject.includes(wire.request?.method ?? ''))
        return undefined;
      const { sessionId, content } = fieldsOf(wire.request?.params);
      const { messageId } = fieldsOf(message['result']);
      const update = { sessionUpdate: 'user_message', messageId, content };
      wire.send({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
      return undefined;
    },
  },
  'ELIC-16': {
    text: 'treats an injected message as the answer to a question',
    side: 'agent',
    break: incoming((message, wire) => {
      const asked = wire.open('out').filter(({ method }) => method === 'elicitation/create');
      if (isRequest(message, ...inject))
        for (const question of asked) wire.deliver(responseTo(question, { action: 'accept', content: {} }));
      return undefined;
    }),
  },
  'INJ-18': {
    text: 'delivers messages of one client in another order',
    side: 'agent',
    break: changeReceivedRequests(inject, swapped()),
  },
  'INJ-19': {
    text: 'replays waiting messages as if they had been delivered',
    side: 'agent',
    break: (message, wire) => {
      const waiting = wire.memory((): WireFields[] => []);
      if (wire.direction === 'in' && isRequest(message, ...inject)) waiting.push(paramsOf(message));
      const { sessionId, content } = waiting[0] ?? {};
      if (wire.direction === 'in' && isRequest(message, 'session/resume') && sessionId !== undefined) {
        const update = { sessionUpdate: 'user_message', messageId: 'waiting', content };
        wire.send({ jsonrpc: '2.0', method: 'session/update', params: { sessionId, update } });
      }
      return undefined;
    },
  },
  'INJ-20': {
    text: 'queues messages that should steer the turn',
    side: 'agent',
    break: changeReceivedRequests(inject, (params) => ({ ...params, mode: 'queue' })),
  },
  'INJ-21': { text: 'loses accepted messages', side: 'agent', break: delivery(() => []) },
  'INJ-22': {
    text: 'lets an accepted message be cancelled like a request',
    side: 'agent',
    break: (message, wire) => {
      const ids = acceptedIds(message, wire);
      if (wire.direction === 'in' && message['method'] === '$/cancel_request') ids.unshift('cancelled');
      const update = updateIn(message, 'user_message');
      return update !== undefined && ids[0] === 'cancelled' && ids.includes(String(update['messageId']))
        ? []
        : undefined;
    },
  },
  'INJ-23': { text: 'accepts content that no prompt may have', side: 'agent', break: anyway(inject, invalidParams) },
};

/** Swaps the contents of every two messages. */
function swapped(): (params: WireFields) => WireFields {
  return (params) => {
    const [block] = Array.isArray(params['content']) ? (params['content'] as readonly WireFields[]) : [];
    const text = fieldsOf(block)['text'];
    const other: Readonly<Record<string, string>> = { first: 'second', second: 'first' };
    const changed = typeof text === 'string' ? other[text] : undefined;
    return changed === undefined ? params : { ...params, content: [{ ...fieldsOf(block), text: changed }] };
  };
}
