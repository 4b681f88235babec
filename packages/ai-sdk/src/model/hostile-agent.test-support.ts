/** An agent of version 1 of the protocol that does what a prompt names, and not always what the protocol asks for. */

/** The agent, for `node --eval`. */
export const hostileProgram = `const send = (message) => process.stdout.write(\`\${JSON.stringify({ jsonrpc: '2.0', ...message })}\\n\`);
const update = (fields, sessionId = 's') => send({ method: 'session/update', params: { sessionId, update: fields } });
const says = (text) => update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
const call = (fields) =>
  update({ sessionUpdate: 'tool_call', toolCallId: 'c', title: 'Dig', kind: 'execute', ...fields });
const progress = (fields) => update({ sessionUpdate: 'tool_call_update', toolCallId: 'c', ...fields });

/** The prompt that is not answered yet. */
let open;
const end = (stopReason) => send({ id: open, result: { stopReason } });

const deeds = {
  hello: () => says('Hello.'),
  ask: () => {
    call({ status: 'pending' });
    const options = ['allow_once', 'reject_once'].map((kind) => ({ optionId: kind, name: kind, kind }));
    send({
      id: 'question',
      method: 'session/request_permission',
      params: { sessionId: 's', toolCall: { toolCallId: 'c' }, options },
    });
    return 'later';
  },
  wait: () => {
    says('I wait.');
    return 'later';
  },
  die: () => {
    says('I begin.');
    call({ status: 'in_progress', rawInput: { depth: 3 } });
    process.stdout.write('', () => process.exit(7));
    return 'later';
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

require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
  else if (method === 'session/new') send({ id, result: { sessionId: 's' } });
  else if (method === 'session/cancel') end('cancelled');
  else if (id === 'question') {
    says(\`Answered: \${result.outcome.optionId}.\`);
    end('end_turn');
  } else if (method === 'session/prompt') {
    open = id;
    const words = params.prompt.map(({ text }) => text).join(' ');
    if (deeds[words.split(' ').at(-1)]() !== 'later') end('end_turn');
  }
});
`;
