/** Sabotages of the rules about notices, compactions and subagents. */
import { either } from './change-requests.ts';
import { changeSentUpdates } from './change-updates.ts';
import { incoming, outgoing, type Sabotages } from './sabotage.ts';
import {
  isNotification,
  isResponse,
  sessionIn,
  sessionUpdate,
  updateIn,
  withParams,
  type WireFields,
} from './wire-message.ts';

/** The sabotages of the rules about notices, compactions and subagents that both versions have. */
export const noticeSabotages: Sabotages = {
  'NOTICE-02': {
    text: 'shows notices again when a session is resumed',
    side: 'agent',
    break: outgoing((message, wire) => {
      const shown = wire.memory((): WireFields[] => []);
      if (updateIn(message, 'notice') !== undefined) shown.push(message);
      return isResponse(message) && wire.request?.method === 'session/resume' ? [...shown, message] : undefined;
    }),
  },
  'COMP-02': {
    text: 'does not say that a compaction has begun',
    side: 'agent',
    break: changeSentUpdates(['compaction_update'], (update) =>
      update['status'] === 'in_progress' ? undefined : update,
    ),
  },
  'COMP-03': {
    text: 'sends a summary for a compaction that has failed',
    side: 'agent',
    break: changeSentUpdates(['compaction_update'], (update) =>
      update['status'] === 'failed' ? { ...update, summary: [{ type: 'text', text: 'sabotaged' }] } : update,
    ),
  },
  'SUB-01': {
    text: 'sends an update of a subagent before it has reported it, and shows nothing of one that was not opened',
    side: 'both',
    break: either(
      outgoing((message) => {
        const child = updateIn(message, 'subagent_update');
        if (child === undefined) return undefined;
        const content = { type: 'text', text: 'early' };
        const early = { sessionUpdate: 'agent_message_chunk', messageId: 'early', content };
        return [sessionUpdate(String(child['sessionId']), early), message];
      }),
      incoming((message, wire) => {
        const children = wire.memory(() => new Set<unknown>());
        const child = updateIn(message, 'subagent_update');
        if (child !== undefined) children.add(child['sessionId']);
        return updateIn(message) !== undefined && children.has(sessionIn(message)) ? [] : undefined;
      }),
    ),
  },
  'SUB-02': {
    text: 'cancels the subagents of a session with it',
    side: 'client',
    break: (message, wire) => {
      const children = wire.memory(() => new Map<unknown, unknown>());
      const update = wire.direction === 'in' ? updateIn(message, 'subagent_update') : undefined;
      if (update !== undefined) children.set(update['sessionId'], sessionIn(message));
      if (wire.direction === 'in' || !isNotification(message, 'session/cancel')) return undefined;
      const own = [...children].filter(([, parent]) => parent === sessionIn(message));
      return own.length === 0 ? undefined : [message, ...own.map(([sessionId]) => withParams(message, { sessionId }))];
    },
  },
};
