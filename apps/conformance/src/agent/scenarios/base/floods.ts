/** Floods: thousands of messages at once lose nothing and get no response that they should not. */
import type { AgentScenario } from '../../agent-scenario.ts';
import { failureOf, methodNotFound, reactionsTo, shown } from './reactions.ts';

const notifications = 3000;
const requests = 1000;

/** The scenarios about floods. */
export const floodScenarios: readonly AgentScenario[] = [
  {
    name: 'floods/notifications',
    about: `Sends ${notifications} notifications that the agent does not know.`,
    versions: [1, 2],
    decides: ['GEN-03', 'GEN-08'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const failure = await failureOf(async () => {
        const answers = await reactionsTo(conversation, () => {
          for (let number = 0; number < notifications; number += 1)
            conversation.notify('_conformance/unknown', { number });
        });
        stage.check('GEN-03', answers.length === 0, `Notifications were answered with ${shown(answers)}.`);
      });
      stage.check('GEN-08', failure === undefined, `After ${notifications} unknown notifications, ${failure ?? ''}`);
    },
  },
  {
    name: 'floods/requests',
    about: `Sends ${requests} requests without waiting for their responses.`,
    versions: [1, 2],
    decides: ['GEN-07', 'EXT-04'],
    run: async (stage) => {
      stage.needsUnknownRequests();
      const conversation = await stage.shared();
      const since = conversation.log.length;
      const ids = Array.from({ length: requests }, (_, number) =>
        conversation.begin('_conformance/unknown', { number }),
      );
      await conversation.drained();
      const open = new Set<unknown>(ids);
      let read = since;
      const failure = await failureOf(() =>
        conversation.until(() => {
          for (const { value } of conversation.received(read)) open.delete((value as { id?: unknown } | null)?.id);
          read = conversation.log.length;
          return open.size === 0;
        }, `${requests} requests were not all answered`),
      );
      const found = `${open.size} of ${requests} requests got no response: ${failure ?? ''}`;
      stage.check('EXT-04', failure === undefined, found);
      // A request without a response says nothing about the code of its error.
      const others = ids.filter((id) => !open.has(id) && conversation.replyTo(id)?.error?.code !== methodNotFound);
      stage.check('GEN-07', others.length === 0, `${others.length} unknown methods were not answered with -32601.`);
    },
  },
];
