/** Prompts: how they are taken in, echoed, answered and ended. */
import { fieldsOf, type Fields } from '../../../conversation/message.ts';
import { PeerSilent, Unreachable } from '../../../conversation/failure.ts';
import type { AgentScenario } from '../../agent-scenario.ts';

const endedByAgent = new Set(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal']);
const requestCancelled = -32_800;
const invalidParams = -32_602;

const isEcho = ({ sessionUpdate }: Fields): boolean => /^user_message(?:_chunk)?$/u.test(String(sessionUpdate));

/** Content that needs a capability, by the name of the capability. */
const optional: Readonly<Record<string, Fields>> = {
  image: { type: 'image', data: 'aGk=', mimeType: 'image/png' },
  audio: { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
  embeddedContext: { type: 'resource', resource: { uri: 'file:///conformance.txt', text: 'hello' } },
};

/** The scenarios about prompts. */
export const promptScenarios: readonly AgentScenario[] = [
  {
    name: 'prompt/response-of-version-1',
    about: 'Sends a prompt, and looks at its response and at what came before it.',
    versions: [1],
    decides: ['TURN-02', 'TURN-03'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const { reply, stopReason, since } = await stage.prompt(conversation, sessionId, 'say');
      stage.check(
        'TURN-02',
        typeof stopReason === 'string' && endedByAgent.has(stopReason),
        `The response to session/prompt has the stopReason ${JSON.stringify(stopReason)}.`,
      );
      await conversation.fence();
      const late = conversation.updates(
        sessionId,
        ['agent_message_chunk', 'tool_call', 'tool_call_update'],
        reply.index,
      );
      stage.check('TURN-03', late.length === 0, `${late.length} updates of the turn came after its response.`);
      if (conversation.updates(sessionId, ['agent_message_chunk'], since).length === 0 && late.length === 0)
        stage.notTested('TURN-03', 'The agent sent no update of the turn.');
    },
  },
  {
    name: 'prompt/insertion-and-echo',
    about: 'Sends a prompt, and looks for its response, its echo and the states around its work.',
    versions: [2],
    decides: ['LIFE-02', 'LIFE-03', 'LIFE-04', 'LIFE-05'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const { reply, since, stopReason } = await stage.prompt(conversation, sessionId, 'say');
      await conversation.fence();
      const updates = conversation.updates(sessionId, [], since);
      const { messageId } = fieldsOf(reply.result);
      stage.check(
        'LIFE-02',
        typeof messageId === 'string' && messageId !== '',
        `The result of session/prompt has the messageId ${JSON.stringify(messageId)}.`,
      );
      const echoes = updates.filter(isEcho);
      const isSame = (echo: Fields): boolean => messageId === undefined || echo['messageId'] === messageId;
      stage.check(
        'LIFE-03',
        echoes.length > 0 && echoes.every(isSame),
        `The echo of the message has the ids ${JSON.stringify(echoes.map((echo) => echo['messageId']))}.`,
      );
      const states = updates.filter(({ sessionUpdate }) => sessionUpdate === 'state_update').map(({ state }) => state);
      stage.check(
        'LIFE-04',
        (states[0] === 'running' || states[0] === 'requires_action') && states.at(-1) === 'idle',
        `The states of the session were ${JSON.stringify(states)}.`,
      );
      stage.check('LIFE-05', typeof stopReason === 'string', 'The idle update that ends the work has no stopReason.');
    },
  },
  {
    name: 'prompt/content',
    about: 'Sends prompts with content that the agent offers to take, and with content that it does not.',
    versions: [2],
    decides: ['LIFE-13', 'CONT-01'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const since = conversation.log.length;
      const [text] = stage.blocks('say');
      for (const [capability, block] of Object.entries(optional)) {
        const isOffered = stage.agent.offersInSession(`prompt.${capability}`);
        const prompt = stage.start(conversation, sessionId, [text ?? {}, block]);
        const { error } = await conversation.reply(prompt.id, 'session/prompt was not answered');
        const found = `A prompt with ${capability}, which is ${isOffered ? '' : 'not '}offered, was answered with ${
          error === undefined ? 'a result' : `the error ${error.code}`
        }.`;
        stage.check('CONT-01', isOffered ? error?.code !== invalidParams : error?.code === invalidParams, found);
        if (isOffered && error === undefined) await prompt.end();
      }
      const unknown = { type: '_conformance/hologram', beams: 3 };
      const inserted = conversation.updates(sessionId, ['user_message', 'user_message_chunk'], since).length;
      const { error } = await conversation.request('session/prompt', { sessionId, prompt: [text, unknown] });
      stage.check(
        'LIFE-13',
        error?.code === invalidParams,
        `A prompt with a block of an unknown type was answered with ${error === undefined ? 'a result' : JSON.stringify(error)}.`,
      );
      await conversation.fence();
      const echoed = conversation.updates(sessionId, ['user_message', 'user_message_chunk'], since).length - inserted;
      if (error !== undefined) stage.check('LIFE-13', echoed === 0, 'A prompt that was refused was echoed.');
    },
  },
  {
    name: 'prompt/failure',
    about: 'Sends a prompt to an unknown session, and one whose work fails.',
    versions: [2],
    decides: ['LIFE-11'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const prompt = stage.blocks('say');
      const unknown = await conversation.request('session/prompt', { sessionId: 'conformance-unknown', prompt });
      stage.check(
        'LIFE-11',
        unknown.error !== undefined,
        'A prompt for a session that does not exist was answered with a result.',
      );
      const sessionId = await stage.session(conversation);
      const { reply, since } = await stage.prompt(conversation, sessionId, 'fail');
      await conversation.fence();
      const isInserted = conversation.updates(sessionId, ['user_message', 'user_message_chunk'], since).length > 0;
      stage.check(
        'LIFE-11',
        reply.error === undefined || !isInserted,
        'The work failed after the message was inserted, and session/prompt was answered with an error.',
      );
    },
  },
  {
    name: 'prompt/while-working',
    about: 'Sends prompts while the agent works on another one, takes one back and cancels the session.',
    versions: [2],
    decides: ['LIFE-01', 'LIFE-12', 'CANCEL-09', 'CANCEL-13'],
    run: async (stage) => {
      const conversation = await stage.shared();
      const sessionId = await stage.session(conversation);
      const work = stage.start(conversation, sessionId, 'wait');
      const states = (): readonly unknown[] =>
        conversation.updates(sessionId, ['state_update'], work.since).map(({ state }) => state);
      await conversation.until(() => states().length > 0, 'no state_update arrived after the prompt');
      try {
        const reply = await conversation.reply(work.id);
        const before = conversation.log.slice(work.since, reply.index);
        const isOver = before.some(
          ({ value }) => fieldsOf(fieldsOf(fieldsOf(value)['params'])['update'])['state'] === 'idle',
        );
        stage.check('LIFE-01', !isOver, 'The prompt was answered after its work.');
      } catch (failure) {
        if (!(failure instanceof PeerSilent)) throw failure;
        stage.check('LIFE-01', false, 'The agent works on the prompt, and has not answered session/prompt.');
      }
      await conversation.fence();
      if (work.isOver()) throw new Unreachable('The agent does not go on working when it is asked to wait.');
      const next = { sessionId, prompt: stage.blocks('say') };
      const [held, takenBack] = [
        conversation.begin('session/prompt', next),
        conversation.begin('session/prompt', next),
      ];
      await conversation.fence();
      const { error: refusal } = conversation.replyTo(held) ?? {};
      const found = `A prompt sent while work was running was refused: ${refusal?.message ?? ''}`;
      stage.check('LIFE-12', refusal === undefined, found);
      // What was refused at once can be neither taken back nor cancelled.
      if (refusal !== undefined) throw new Unreachable(found);
      conversation.notify('$/cancel_request', { requestId: takenBack });
      await conversation.fence();
      conversation.notify('session/cancel', { sessionId });
      await checkHeld(stage, conversation, { held, takenBack });
    },
  },
];

type Stage = Parameters<AgentScenario['run']>[0];
type Talk = Awaited<ReturnType<Stage['shared']>>;

/** The prompts that were not inserted are answered with request_cancelled, and those that were with a result. */
async function checkHeld(
  stage: Stage,
  conversation: Talk,
  { held, takenBack }: { readonly held: string; readonly takenBack: string },
): Promise<void> {
  const answers: (readonly [rule: string, id: string, what: string])[] = [
    ['CANCEL-09', held, 'A prompt that was held when the session was cancelled'],
    ['CANCEL-13', takenBack, 'A prompt that was taken back'],
  ];
  for (const [rule, id, what] of answers) {
    try {
      const { error } = await conversation.reply(id);
      const isRight = error === undefined || error.code === requestCancelled;
      stage.check(rule, isRight, `${what} was answered with the error ${error?.code ?? ''}.`);
    } catch (failure) {
      if (!(failure instanceof PeerSilent)) throw failure;
      stage.check(rule, false, `${what} was not answered.`);
    }
  }
}
