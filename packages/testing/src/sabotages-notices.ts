/** How the rules about notices and compactions are broken (E.24). */
import { sentUpdate } from './sabotaged-update.ts';
import { outgoing, type Sabotages } from './sabotage.ts';
import { isResponse, updateIn, type WireFields } from './wire-message.ts';

/** The switches of E.24 that both versions have. */
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
    break: sentUpdate(['compaction_update'], (update) => (update['status'] === 'in_progress' ? undefined : update)),
  },
  'COMP-03': {
    text: 'sums a compaction up that has failed',
    side: 'agent',
    break: sentUpdate(['compaction_update'], (update) =>
      update['status'] === 'failed' ? { ...update, summary: [{ type: 'text', text: 'sabotaged' }] } : update,
    ),
  },
};
