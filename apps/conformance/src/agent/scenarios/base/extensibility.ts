/** Extensions: the trace of a prompt. */
import { fieldsOf } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';
import { allow, requestPermission } from '../../permission-answers.ts';

const trace = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'a=1',
  baggage: 'b=2',
};

/** The scenarios about extensions. */
export const extensibilityScenarios: readonly AgentScenario[] = [
  {
    name: 'extensibility/trace',
    about: 'Sends a prompt with a trace, and looks for it in what the agent asks because of it.',
    versions: [1, 2],
    decides: ['EXT-03'],
    run: async (stage) => {
      const conversation = await stage.freshly();
      conversation.answer(requestPermission, allow);
      const sessionId = await stage.session(conversation);
      const started = stage.start(conversation, sessionId, 'write-file', { _meta: { ...trace, own: 1 } });
      await started.end();
      const asked = conversation.requests(undefined, started.since);
      for (const { method, params } of asked) {
        const meta = fieldsOf(fieldsOf(params)['_meta']);
        const isThere = Object.entries(trace).every(([key, value]) => meta[key] === value);
        stage.check('EXT-03', isThere, `${String(method)} does not carry the trace of the prompt.`);
      }
      if (asked.length === 0) stage.notTested('EXT-03', 'The agent asked nothing because of the prompt.');
    },
  },
];
