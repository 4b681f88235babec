/** Prompts: how they are taken in, echoed, answered and ended. */
import { fieldsOf } from '../../conversation/message.ts';
import type { AgentScenario } from '../agent-scenario.ts';

const endedByAgent = new Set(['end_turn', 'max_tokens', 'max_turn_requests', 'refusal']);

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
      const { reply, updates, stopReason } = await stage.prompt(conversation, sessionId, 'say');
      const { messageId } = fieldsOf(reply.result);
      stage.check(
        'LIFE-02',
        typeof messageId === 'string' && messageId !== '',
        `The result of session/prompt has the messageId ${JSON.stringify(messageId)}.`,
      );
      const echoes = updates.filter(({ sessionUpdate }) => /^user_message(?:_chunk)?$/u.test(String(sessionUpdate)));
      stage.check(
        'LIFE-03',
        echoes.length > 0 && echoes.every((echo) => echo['messageId'] === messageId),
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
];
