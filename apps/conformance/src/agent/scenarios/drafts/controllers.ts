/** Several controllers of one session, where an agent lets two connections share a session. */
import type { Conversation } from '../../../conversation/conversation.ts';
import { Unreachable } from '../../../conversation/failure.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { InjectedMessages, needsMode } from '../../injected-messages.ts';
import { startWaiting } from '../../start-waiting.ts';

/** The scenarios about several controllers. */
export const controllerScenarios: readonly AgentScenario[] = [
  {
    name: 'controllers/inject',
    about: 'Injects messages from two connections into one session, and compares the order that both see.',
    versions: [2],
    decides: ['INJ-24'],
    needs: needsMode('queue'),
    run: async (stage) => {
      const one = await stage.shared();
      if (one.process !== undefined) throw new Unreachable('Each connection is a process with sessions of its own.');
      const sessionId = await stage.session(one);
      const two = await joined(stage, sessionId);
      const [ours, theirs] = [one, two].map((each) => new InjectedMessages(stage, each, sessionId)) as [
        InjectedMessages,
        InjectedMessages,
      ];
      await startWaiting(stage, one, sessionId);
      await two.until(
        () => theirs.updates().length > 0,
        'a second connection was not told about the work in the session',
      );
      const first = [await ours.accepted('queue', 'one-1'), await ours.accepted('queue', 'one-2')];
      const second = [await theirs.accepted('queue', 'two-1'), await theirs.accepted('queue', 'two-2')];
      const all = [...first, ...second];
      one.notify('session/cancel', { sessionId });
      await Promise.all([ours, theirs].map((messages) => messages.settle(all, all.length + 1)));
      const [seen = [], seenBySecond = []] = [ours, theirs].map((messages) => inOrder(messages, all));
      stage.check(
        'INJ-24',
        seen.join(' ') === seenBySecond.join(' '),
        `The order is ${seen.join(', ')} for one controller and ${seenBySecond.join(', ')} for the other.`,
      );
      const isKept = [first, second].every(([a = '', b = '']) => seen.indexOf(a) < seen.indexOf(b));
      stage.check('INJ-24', isKept, 'Messages of one controller were delivered in another order than they were sent.');
    },
  },
];

/** A second connection that has opened the session too. */
async function joined(stage: AgentStage, sessionId: string): Promise<Conversation> {
  const conversation = await stage.freshly();
  const { error } = await conversation.request('session/resume', { sessionId, cwd: stage.folder, mcpServers: [] });
  if (error !== undefined) throw new Unreachable(`A second connection cannot open the session: ${error.message}`);
  return conversation;
}

/** The ids in the order in which the messages were delivered. */
function inOrder(messages: InjectedMessages, ids: readonly string[]): readonly string[] {
  return ids.filter((id) => messages.place(id) !== -1).toSorted((a, b) => messages.place(a) - messages.place(b));
}
