/** How agents break rules about injected messages, where the other sabotages look at the words of the proofs. */
import { changeReceivedRequests, either, replaceErrors } from '../../requirements/sabotage/change-requests.ts';
import type { Break, Sabotages } from '../../requirements/sabotage/sabotage.ts';
import { fieldsOf, isNotification, isSuccess, paramsOf, updateIn } from '../../requirements/sabotage/wire-message.ts';

const inject = 'session/inject';
const other: Readonly<Record<string, string>> = { 'marker-first': 'marker-second', 'marker-second': 'marker-first' };

/** Exchanges the words of the first two messages. */
const swapped: Break = changeReceivedRequests([inject], (params) => ({
  ...params,
  content: [params['content']].flat().map((block) => {
    const { text } = fieldsOf(block);
    return typeof text === 'string' && text in other ? { ...fieldsOf(block), text: other[text] } : block;
  }),
}));

/** Says that what cannot be taken back or replaced was. */
const takesBack = (code: number): Break =>
  either(
    replaceErrors(['session/revoke_inject'], code, {}),
    replaceErrors(['session/replace_inject'], code, { messageId: 'none' }),
  );

/** The sabotages of an agent about injected messages. */
export const injectSabotages: Sabotages = {
  'INJ-05': { text: 'delivers the last that was queued first', side: 'agent', break: swapped },
  'INJ-11': {
    text: 'says that it has revoked what was delivered',
    side: 'agent',
    break: takesBack(-32_010),
  },
  'INJ-12': {
    text: 'says that it has revoked what never was',
    side: 'agent',
    break: takesBack(-32_002),
  },
  'INJ-22': {
    text: 'lets an accepted message be cancelled like a request',
    side: 'agent',
    break: (message, wire) => {
      const accepted = wire.memory(() => ({ ids: new Map<unknown, unknown>(), gone: new Set<unknown>() }));
      if (wire.direction === 'out' && isSuccess(message) && wire.request?.method === inject)
        accepted.ids.set(wire.request.id, fieldsOf(message['result'])['messageId']);
      if (isNotification(message, '$/cancel_request'))
        accepted.gone.add(accepted.ids.get(paramsOf(message)['requestId']));
      const { messageId } = updateIn(message, 'user_message') ?? {};
      return messageId !== undefined && accepted.gone.has(messageId) ? [] : undefined;
    },
  },
  'INJ-18': { text: 'delivers messages of one client in another order', side: 'agent', break: swapped },
};
