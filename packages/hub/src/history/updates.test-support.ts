/** Arbitrary updates of a session, of few things, so that they meet each other. */
import type { SessionUpdate } from '@acp-stack/schema/v2/unstable';
import * as fc from 'fast-check';

const id = fc.constantFrom('a', 'b');
const value = fc.constantFrom('', 'x', 'yz');
const block = fc.oneof(
  value.map((text) => ({ type: 'text', text })),
  value.map((text) => ({ type: 'text', text, annotations: null })),
  value.map((text) => ({ type: 'text', text, _meta: { m: 1 } })),
  fc.constant({ type: 'resource_link', uri: 'file:///a', name: 'a' }),
);
const meta = fc.constantFrom(null, { k: 1 }, { l: 2 });
const item = block.map((content) => ({ type: 'content', content }));
const data = fc.constantFrom('', 'YQ==', 'YmM=', '§');

/** Each field may be absent. */
const optional = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc.record(fields, { requiredKeys: [] });

const tagged = (tag: string, fields: Record<string, fc.Arbitrary<unknown>>, more = {}): fc.Arbitrary<object> =>
  fc
    .tuple(fc.record(fields), optional({ ...more, _meta: meta }))
    .map(([required, others]) => ({ sessionUpdate: tag, ...required, ...others }));

/** Chunks that say nothing more, and such that do. */
const chunk = (tag: string, fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.record(fields).map((required) => ({ sessionUpdate: tag, ...required })) },
    tagged(tag, fields),
  );

const messages = ['user_message', 'agent_message', 'agent_thought'].flatMap((tag) => [
  chunk(`${tag}_chunk`, { messageId: id, content: block }),
  tagged(tag, { messageId: id }, { content: fc.option(fc.array(block, { maxLength: 2 })) }),
]);

const update = fc.oneof(
  ...messages,
  ...messages,
  tagged(
    'tool_call_update',
    { toolCallId: id },
    {
      title: fc.option(value),
      status: fc.constantFrom('pending', 'completed', null),
      content: fc.option(fc.array(item, { maxLength: 2 })),
    },
  ),
  chunk('tool_call_content_chunk', { toolCallId: id, content: item }),
  tagged(
    'terminal_update',
    { terminalId: id },
    { output: fc.option(fc.record({ data })), exitStatus: fc.constantFrom(null, { exitCode: 1 }) },
  ),
  chunk('terminal_output_chunk', { terminalId: id, data }),
  tagged(
    'compaction_update',
    { compactionId: id, status: fc.constantFrom('in_progress', 'completed') },
    { summary: fc.option(fc.array(block, { maxLength: 2 })) },
  ),
  chunk('compaction_summary_chunk', { compactionId: id, content: block }),
  tagged('subagent_update', { sessionId: id }, { title: fc.option(value) }),
  tagged('session_message', { messageId: id }, { content: fc.option(fc.array(block, { maxLength: 2 })) }),
  chunk('session_message_chunk', { messageId: id, content: block }),
  tagged('plan_update', { plan: fc.record({ type: fc.constant('markdown'), planId: id, content: value }) }),
  tagged('plan_removed', { planId: id }),
  tagged('config_option_update', { configOptions: fc.constantFrom([], [{ configId: 'a' }]) }),
  tagged('available_commands_update', { availableCommands: fc.constantFrom([], [{ name: 'a' }]) }),
  tagged('session_info_update', {}, { title: fc.option(value) }),
  tagged(
    'usage_update',
    { used: fc.nat(3), size: fc.constant(9) },
    { cost: fc.constantFrom(null, { amount: 1, currency: 'EUR' }) },
  ),
  tagged('state_update', { state: fc.constantFrom('idle', 'running') }),
  tagged('notice', { severity: fc.constant('info'), title: fc.constant('Hello') }),
  tagged('_custom', { x: fc.nat(2) }),
);

/** Up to forty updates. */
export const anyUpdates: fc.Arbitrary<SessionUpdate[]> = fc.array(update, {
  maxLength: 40,
  size: 'max',
}) as fc.Arbitrary<SessionUpdate[]>;
