/** How sessions are opened again: what is replayed, and when. */
import type { Conversation } from '../../../conversation/conversation.ts';
import { Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, type Fields, type Reply } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import type { AgentStage } from '../../agent-stage.ts';
import { describeReply, invalidParams, isRefused } from '../../sessions/describe-reply.ts';

const said = [
  'user_message',
  'user_message_chunk',
  'agent_message',
  'agent_message_chunk',
  'agent_thought',
  'agent_thought_chunk',
];
/** The updates that a replay consists of. */
const history = new Set<unknown>([...said, 'tool_call', 'tool_call_update', 'tool_call_content_chunk']);

const isHistory = ({ sessionUpdate }: Fields): boolean => history.has(sessionUpdate);
const isOfUser = ({ sessionUpdate }: Fields): boolean => String(sessionUpdate).startsWith('user_message');
const isOfAgent = ({ sessionUpdate }: Fields): boolean => String(sessionUpdate).startsWith('agent_message');
const kindsOf = (updates: readonly Fields[]): string => JSON.stringify(updates.map((each) => each['sessionUpdate']));

/** A session that was opened again, and what came before and after the response. */
interface Reopened {
  readonly reply: Reply;
  readonly before: readonly Fields[];
  readonly after: readonly Fields[];
}

/** Closes a session, if the agent can, and opens it again. */
async function reopen(
  stage: AgentStage,
  conversation: Conversation,
  request: { readonly method: string; readonly sessionId: string; readonly params?: Fields },
): Promise<Reopened> {
  const { method, sessionId, params = {} } = request;
  if (stage.agent.has('close')) await conversation.request('session/close', { sessionId });
  await conversation.fence();
  const since = conversation.log.length;
  const reply = await conversation.request(method, { sessionId, cwd: stage.folder, mcpServers: [], ...params });
  await conversation.fence();
  const all = conversation.updates(sessionId, [], since);
  const after = conversation.updates(sessionId, [], reply.index);
  return { reply, before: all.slice(0, all.length - after.length), after };
}

function requireSuccess(method: string, reply: Reply): void {
  if (reply.error !== undefined) throw new Unreachable(`${method} was refused: ${reply.error.message}`);
}

/** The scenarios about sessions that are opened again. */
export const sessionResumeScenarios: readonly AgentScenario[] = [
  {
    name: 'sessions/load',
    about: 'Loads a session in which something was said, and looks at what is replayed.',
    versions: [1],
    decides: ['SETUP-11', 'SETUP-12'],
    needs: (agent) => (agent.has('load') ? undefined : 'It does not offer session/load.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const { updates } = await stage.prompt(conversation, sessionId, 'say');
      const { reply, before, after } = await reopen(stage, conversation, { method: 'session/load', sessionId });
      requireSuccess('session/load', reply);
      const replayed = [...before, ...after];
      stage.check(
        'SETUP-11',
        replayed.some(isOfUser) && (replayed.some(isOfAgent) || !updates.some(isOfAgent)),
        `session/load replayed the updates ${kindsOf(replayed)}.`,
      );
      const late = after.filter(isHistory);
      if (replayed.some(isHistory))
        stage.check('SETUP-12', late.length === 0, `The updates ${kindsOf(late)} came after the response.`);
      else stage.notTested('SETUP-12', 'session/load replayed nothing.');
    },
  },
  {
    name: 'sessions/resume-silently',
    about: 'Resumes a session in which something was said, without a replay.',
    versions: [1, 2],
    decides: ['SETUP-14'],
    needs: (agent) => (agent.has('resume') ? undefined : 'It does not offer session/resume.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      await stage.prompt(conversation, sessionId, 'say');
      const { reply, before } = await reopen(stage, conversation, { method: 'session/resume', sessionId });
      requireSuccess('session/resume', reply);
      const replayed = before.filter(isHistory);
      stage.check('SETUP-14', replayed.length === 0, `session/resume replayed the updates ${kindsOf(replayed)}.`);
    },
  },
  {
    name: 'sessions/replay',
    about: 'Resumes a session with a replay from its start, with none, and from places that do not exist.',
    versions: [2],
    decides: ['SETUP-15', 'SETUP-16', 'SETUP-17', 'SETUP-18', 'SETUP-20'],
    needs: (agent) => (agent.has('resume') ? undefined : 'It does not have sessions.'),
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const { reply: prompted, updates } = await stage.prompt(conversation, sessionId, 'say');
      const resume = (replayFrom: unknown): Promise<Reopened> =>
        reopen(stage, conversation, { method: 'session/resume', sessionId, params: { replayFrom } });

      const silent = await resume(null);
      stage.check(
        'SETUP-20',
        !isRefused(silent.reply, invalidParams),
        `session/resume in the working directory of the session ${describeReply(silent.reply)}.`,
      );
      const replayed = silent.before.filter(isHistory);
      stage.check('SETUP-15', replayed.length === 0, `replayFrom null replayed the updates ${kindsOf(replayed)}.`);
      const whole = await resume({ type: 'start' });
      requireSuccess('session/resume', whole.reply);
      const { before } = whole;
      stage.check(
        'SETUP-15',
        before.some(isOfUser) && (before.some(isOfAgent) || !updates.some(isOfAgent)),
        `A replay from the start consisted of the updates ${kindsOf(before)}.`,
      );
      checkIds(stage, before, prompted);
      const stateAt = before.findLastIndex(({ sessionUpdate }) => sessionUpdate === 'state_update');
      const lastAt = before.findLastIndex(isHistory);
      stage.check('SETUP-18', stateAt > lastAt, `The updates before the response were ${kindsOf(before)}.`);

      for (const wrong of [{ type: '_conformance' }, 'start']) {
        const { reply } = await resume(wrong);
        stage.check(
          'SETUP-16',
          isRefused(reply, invalidParams),
          `session/resume with replayFrom ${JSON.stringify(wrong)} ${describeReply(reply)}.`,
        );
      }
    },
  },
];

/** Replayed messages have ids, and that of the prompt is the one that its response has told. */
function checkIds(stage: AgentStage, replayed: readonly Fields[], prompted: Reply): void {
  const messages = replayed.filter(({ sessionUpdate }) => said.includes(String(sessionUpdate)));
  if (messages.length === 0) return;
  const nameless = messages.filter(({ messageId }) => typeof messageId !== 'string' || messageId === '');
  stage.check('SETUP-17', nameless.length === 0, `${nameless.length} replayed messages have no messageId.`);
  const { messageId } = fieldsOf(prompted.result);
  const ids = messages.filter(isOfUser).map((message) => message['messageId']);
  if (typeof messageId === 'string' && ids.length > 0)
    stage.check(
      'SETUP-17',
      ids.includes(messageId),
      `The prompt has the messageId ${messageId}; the messages of the user were replayed with ${JSON.stringify(ids)}.`,
    );
}
