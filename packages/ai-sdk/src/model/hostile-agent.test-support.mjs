/** An agent of version 1 that does what a prompt names, and not what the protocol asks for. Run with Node. */
import { createInterface } from 'node:readline';

const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const update = (fields, sessionId = 's') => send({ method: 'session/update', params: { sessionId, update: fields } });
const says = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const call = (fields) =>
  update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Dig', kind: 'execute', ...fields });
const progress = (fields) => update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields });

const deeds = {
  hello: () => says('Hello.'),
  die: () => {
    says('I begin.');
    call({ status: 'in_progress', rawInput: { depth: 3 } });
    process.stdout.write('', () => process.exit(7));
    return 'gone';
  },
  flood: () => {
    for (let count = 0; count < 20_000; count += 1) says('water ');
  },
  nonsense: () => {
    update({ sessionUpdate: 'tool_call_update', toolCallId: 'unknown', status: 'completed' });
    update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'elsewhere' } }, 'other');
    update({ sessionUpdate: 'agent_message_chunk', content: 7 });
    update({ sessionUpdate: 'never_heard_of', content: {} });
    call({ status: 'in_progress', rawInput: 'not an object' });
    call({ status: 'in_progress', rawInput: { again: true } });
    progress({ content: [{ type: 'content', content: { type: 'text' } }, { type: 'diff', path: 3 }, null, 7] });
    progress({ locations: 'everywhere', rawOutput: { deep: [[[null]]] }, status: 'completed' });
    progress({ status: 'failed', rawOutput: 'too late' });
    says('Done.');
  },
};

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === 'session/new') send({ id, result: { sessionId: 's' } });
  else if (method === 'session/prompt') {
    const words = params.prompt.map(({ text }) => text).join(' ');
    // Not the answer to a prompt that only says so.
    if (deeds[words.split(' ').at(-1)]() !== 'gone') send({ id, result: { stopReason: 'end_turn' } });
  }
});
