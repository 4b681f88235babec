/** Extensions: the trace of a prompt. */
import { fieldsOf } from '../../../conversation/message.ts';
import type { AgentScenario } from '../../agent-scenario.ts';

const trace = {
  traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
  tracestate: 'a=1',
  baggage: 'b=2',
};

/** What the values of W3C trace context look like. */
const forms = {
  traceparent: /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}/u,
  tracestate: /^[^=]+=/u,
  baggage: /^[^=]+=/u,
} as const;

/** The scenarios about extensions. */
export const extensibilityScenarios: readonly AgentScenario[] = [
  {
    name: 'extensibility/trace',
    about: 'Sends a prompt with a trace, and looks for it in what the agent asks because of it.',
    versions: [1, 2],
    decides: ['EXT-03'],
    run: async (stage) => {
      const conversation = await stage.freshly();
      const sessionId = await stage.session(conversation);
      const started = stage.start(conversation, sessionId, 'write-file', { _meta: { ...trace, own: 1 } });
      await started.end();
      const asked = conversation.requests(undefined, started.since);
      let isCarried = false;
      for (const { method, params } of asked) {
        const meta = fieldsOf(fieldsOf(params)['_meta']);
        for (const [key, form] of Object.entries(forms)) {
          if (!(key in meta)) continue;
          isCarried = true;
          const value = JSON.stringify(meta[key]);
          stage.check('EXT-03', form.test(String(meta[key])), `${String(method)} has the ${key} ${value}.`);
        }
      }
      // The keys are reserved; that an agent has to carry a trace on is said nowhere.
      if (!isCarried) stage.notTested('EXT-03', 'No request of the agent carried the trace of the prompt.');
    },
  },
];
