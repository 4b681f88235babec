/** How agents break rules about injected messages, where the other sabotages look at the words of the proofs. */
import { changeReceivedRequests } from '../../requirements/sabotage/change-requests.ts';
import type { Break, Sabotages } from '../../requirements/sabotage/sabotage.ts';
import { fieldsOf } from '../../requirements/sabotage/wire-message.ts';

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

/** The sabotages of an agent about injected messages. */
export const injectSabotages: Sabotages = {
  'INJ-05': { text: 'delivers the last that was queued first', side: 'agent', break: swapped },
  'INJ-18': { text: 'delivers messages of one client in another order', side: 'agent', break: swapped },
};
