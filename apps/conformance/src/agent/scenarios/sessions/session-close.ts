/** Sessions that are closed while they work. */
import type { Conversation } from '../../../conversation/conversation.ts';
import { PeerSilent, Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, isFields, type Fields, type Reply } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { describeEnd, describeReply } from '../../sessions/describe-reply.ts';

const cancelled = -32_800;

/** Whether a result says nothing; `_meta` may always be there. */
const isEmpty = (result: unknown): boolean => isFields(result) && Object.keys(result).every((key) => key === '_meta');

/** The response to a request; undefined if it does not come in time. */
async function replyIfAny(conversation: Conversation, id: string): Promise<Reply | undefined> {
  try {
    return await conversation.reply(id);
  } catch (error) {
    if (error instanceof PeerSilent) return undefined;
    throw error;
  }
}

/** Closes a session, and checks the response itself. */
async function close(stage: AgentStage, conversation: Conversation, sessionId: string): Promise<Reply> {
  const closed = await conversation.request('session/close', { sessionId });
  stage.check(
    'CLOSE-02',
    closed.error === undefined && isEmpty(closed.result),
    `session/close ${describeReply(closed)}, with the result ${JSON.stringify(closed.result)}.`,
  );
  return closed;
}

const isEnd = ({ state }: Fields): boolean => state === 'idle';

/** The scenarios about closing sessions. */
export const sessionCloseScenarios: readonly AgentScenario[] = [
  {
    name: 'sessions/close-in-version-1',
    about: 'Closes a session while it works on a prompt.',
    versions: [1],
    decides: ['CLOSE-02'],
    needs: (agent) => (agent.has('close') ? undefined : 'It does not offer session/close.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const { id } = stage.start(conversation, sessionId, 'wait');
      await conversation.fence();
      if (conversation.replyTo(id) !== undefined)
        return stage.notTested('CLOSE-02', 'The prompt did not make the agent work until it is cancelled.');
      await close(stage, conversation, sessionId);
      const reply = await replyIfAny(conversation, id);
      const { stopReason } = fieldsOf(reply?.result);
      return stage.check(
        'CLOSE-02',
        stopReason === 'cancelled',
        reply === undefined
          ? 'The prompt was not answered after its session was closed.'
          : `The prompt was answered with ${describeEnd(reply)} after its session was closed.`,
      );
    },
  },
  {
    name: 'sessions/close',
    about: 'Closes a session while it works on a prompt and another one waits.',
    versions: [2],
    decides: ['CLOSE-02', 'CLOSE-04'],
    needs: (agent) => (agent.has('close') ? undefined : 'It does not have sessions.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const { since } = stage.start(conversation, sessionId, 'wait');
      const states = (): readonly Fields[] => conversation.updates(sessionId, ['state_update'], since);
      await conversation.until(() => states().find((each) => !isEnd(each)), 'no state_update with running arrived');
      const { id: held } = stage.start(conversation, sessionId, 'say');
      await conversation.fence();
      if (isEnd(states().at(-1) ?? {})) {
        throw new Unreachable('The prompt did not make the agent work until it is cancelled.');
      }
      const closed = await close(stage, conversation, sessionId);
      const all = states();
      const late = conversation.updates(sessionId, ['state_update'], closed.index);
      const last = all[all.length - late.length - 1];
      const isCancelled = isEnd(last ?? {}) && last?.['stopReason'] === 'cancelled';
      const found = `The last state before the response to session/close was ${JSON.stringify(last)}.`;
      stage.check('CLOSE-02', isCancelled || late.some(isEnd), found);
      stage.check('CLOSE-04', isCancelled, found);
      await checkHeld(stage, conversation, held);
      await conversation.fence();
      const { length } = conversation.updates(sessionId, [], closed.index);
      stage.check(
        'CLOSE-04',
        length === 0,
        `${length} updates of the session came after the response to session/close.`,
      );
    },
  },
];

/** A prompt that was held is answered: with its message id if it was inserted, otherwise as cancelled. */
async function checkHeld(stage: AgentStage, conversation: Conversation, held: string): Promise<void> {
  const reply = await replyIfAny(conversation, held);
  const isInserted = typeof fieldsOf(reply?.result)['messageId'] === 'string';
  stage.check(
    'CLOSE-04',
    reply !== undefined && (isInserted || reply.error?.code === cancelled),
    reply === undefined
      ? 'A prompt that waited when its session was closed was not answered.'
      : `A prompt that waited when its session was closed ${describeReply(reply)}.`,
  );
}
