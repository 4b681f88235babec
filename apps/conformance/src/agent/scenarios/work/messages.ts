/** Messages, thoughts and the usage of the context, as the agent reports them while it works. */
import { Unreachable } from '../../../conversation/failure.ts';
import { fieldsOf, isFields, type Fields } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import { happensSoon } from '../../happens-soon.ts';

const chunks = ['user_message_chunk', 'agent_message_chunk', 'agent_thought_chunk'];
const wholes = ['user_message', 'agent_message', 'agent_thought'];

/** The fields that a block of each type needs. */
const required: Readonly<Record<string, readonly string[]>> = {
  text: ['text'],
  image: ['data', 'mimeType'],
  audio: ['data', 'mimeType'],
  resource_link: ['uri', 'name'],
};

function isWellFormed(block: Fields): boolean {
  if (block['type'] === 'resource') {
    const { uri, text, blob } = fieldsOf(block['resource']);
    return typeof uri === 'string' && (typeof text === 'string' || typeof blob === 'string');
  }
  return (required[String(block['type'])] ?? []).every((key) => typeof block[key] === 'string');
}

const isUsage = ({ used, size, cost }: Fields): boolean =>
  typeof used === 'number' &&
  typeof size === 'number' &&
  (cost === undefined ||
    cost === null ||
    (isFields(cost) && typeof cost['amount'] === 'number' && typeof cost['currency'] === 'string'));

/** Whose message an update belongs to. A thought and the message after it may be one answer with one id. */
const authorOf = ({ sessionUpdate }: Fields): string => (String(sessionUpdate).startsWith('user') ? 'user' : 'agent');

/** The first id that two messages share: of the user and the agent, or of two turns. */
function sharedId(turns: readonly (readonly Fields[])[]): unknown {
  const owners = new Map<unknown, string>();
  for (const [turn, updates] of turns.entries())
    for (const update of updates) {
      const { messageId } = update;
      if (typeof messageId !== 'string') continue;
      const owner = `${authorOf(update)} ${turn}`;
      if ((owners.get(messageId) ?? owner) !== owner) return messageId;
      owners.set(messageId, owner);
    }
  return undefined;
}

/** The usage of a turn, where it is reported, has its three sums. */
function checkConsumption(stage: Parameters<AgentScenario['run']>[0], rule: string, all: readonly unknown[]): void {
  const reported = all.filter((usage) => usage !== undefined && usage !== null);
  if (reported.length === 0) stage.notTested(rule, 'The agent does not report the usage of a turn.');
  for (const usage of reported) {
    const sums = ['totalTokens', 'inputTokens', 'outputTokens'].map((key) => fieldsOf(usage)[key]);
    const isRight = sums.every((sum) => typeof sum === 'number');
    stage.check(rule, isRight, `The usage of a turn is ${JSON.stringify(usage)}.`);
  }
}

/** The scenarios about messages. */
export const messageScenarios: readonly AgentScenario[] = [
  {
    name: 'messages/ids-and-usage',
    about: 'Sends two prompts, and looks at the ids and the content of all messages, and at the usage.',
    versions: [1, 2],
    decides: ['TURN-06', 'TURN-07', 'TURN-08', 'TURN-09', 'LIFE-18', 'LIFE-21', 'CONT-02'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const start = conversation.log.length;
      const turns: (readonly Fields[])[] = [];
      const consumed: unknown[] = [];
      for (const _ of ['first', 'second']) {
        const { since, reply } = await stage.prompt(conversation, sessionId, 'think');
        consumed.push(fieldsOf(reply.result)['usage']);
        await conversation.fence();
        turns.push(conversation.updates(sessionId, [...chunks, ...wholes], since));
      }
      const messages = turns.flat();
      if (messages.length === 0) throw new Unreachable('The agent sent no message.');
      if (messages.every(({ messageId }) => typeof messageId !== 'string'))
        stage.notTested('TURN-06', 'The agent sent no message with an id.');
      else {
        const id = sharedId(turns);
        stage.check('TURN-06', id === undefined, `Different messages have the same id ${JSON.stringify(id)}.`);
      }
      const nameless = messages.filter(({ messageId }) => typeof messageId !== 'string');
      stage.check('LIFE-18', nameless.length === 0, `${nameless.length} message updates have no messageId.`);
      const blocks = messages.flatMap(({ content }) => [content ?? []].flat()).map(fieldsOf);
      const bad = blocks.find((block) => !isWellFormed(block));
      stage.check('CONT-02', bad === undefined, `A content block is incomplete: ${JSON.stringify(bad)}.`);
      const usages = conversation.updates(sessionId, ['usage_update'], start);
      const wrong = usages.find((usage) => !isUsage(usage));
      if (usages.length === 0) stage.notTested('TURN-07', 'The agent sent no usage_update.');
      else stage.check('TURN-07', wrong === undefined, `A usage_update is incomplete: ${JSON.stringify(wrong)}.`);
      const idle = conversation.updates(sessionId, ['state_update'], start).map(({ usage }) => usage);
      checkConsumption(stage, 'TURN-09', consumed);
      checkConsumption(stage, 'LIFE-21', idle);
      const empty = usages.filter(({ size }) => typeof size === 'number' && size <= 0);
      stage.check('TURN-08', empty.length === 0, 'A usage_update was sent with a context size of 0.');
    },
  },
  {
    name: 'messages/usage-after-resume',
    about: 'Resumes a session whose usage was reported, and looks whether it is reported again.',
    versions: [1, 2],
    decides: ['TURN-11'],
    needs: (agent) =>
      agent.has('resume') || agent.has('load') ? undefined : 'It offers neither session/resume nor session/load.',
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      await stage.prompt(conversation, sessionId, 'say');
      await conversation.fence();
      if (conversation.updates(sessionId, ['usage_update']).length === 0) {
        stage.notTested('TURN-11', 'The agent sent no usage_update with a prompt.');
        return;
      }
      const since = conversation.log.length;
      await stage.reopen(conversation, sessionId);
      const isReported = await happensSoon(
        conversation,
        () => conversation.updates(sessionId, ['usage_update'], since).length > 0,
      );
      stage.check('TURN-11', isReported, 'No usage_update came after the session was opened again.');
    },
  },
];
