/**
 * A component of a chain as a program: `node component-program.mjs <proxy|agent> <name>`.
 *
 * It speaks JSON lines and uses no package, so that it starts quickly. Its first line on stderr is its process id.
 * A proxy passes everything on. An agent does what the text of a prompt says: `stream` sends updates until it is
 * cancelled, `ask` asks for permission and ends its turn with the answer, anything else ends the turn at once.
 */
import { createInterface } from 'node:readline';

const [, , role, name] = process.argv;
const envelope = 'proxy/successor';
const cancelling = '$/cancel_request';
let count = 0;
/** What to do with the response to a request of ours. */
const waiting = new Map();

process.stderr.write(`${process.pid}\n${name} is up\n`);

const write = (message) => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
function ask(message, answered) {
  count += 1;
  const id = `${name}-${count}`;
  waiting.set(id, answered);
  write({ id, ...message });
  return id;
}

// ------------------------------------------------------------------------------------------------ a proxy

/** The ids of requests that were passed on, by the ids that they came with. */
const passed = new Map();

function passOn({ id, ...message }) {
  if (id === undefined) {
    write(message);
    return;
  }
  const answered = ({ jsonrpc: _, ...response }) => {
    passed.delete(id);
    write({ ...response, id });
  };
  passed.set(id, ask(message, answered));
}

function asProxy({ jsonrpc: _, id, method, params, ...rest }) {
  if (method === cancelling) {
    const next = passed.get(params.requestId);
    if (next !== undefined) write({ method, params: { requestId: next } });
  } else if (method === envelope) passOn({ id, ...rest, ...params });
  else {
    const inner = method === 'proxy/initialize' ? 'initialize' : method;
    passOn({ id, ...rest, method: envelope, params: { method: inner, ...(params === undefined ? {} : { params }) } });
  }
}

// ------------------------------------------------------------------------------------------------ an agent

/** The prompts that run until they are cancelled, by session. */
const running = new Map();

const results = {
  initialize: ({ protocolVersion }) =>
    protocolVersion === 1
      ? { protocolVersion, agentCapabilities: { sessionCapabilities: { resume: {} } }, authMethods: [] }
      : { protocolVersion: 2, info: { name, version: '1.0.0' }, capabilities: { session: { resume: {} } } },
  'session/new': () => ({ sessionId: 'session' }),
  'session/resume': () => ({}),
};

function prompt(id, { sessionId, prompt: [{ text }] }) {
  const end = (stopReason) => write({ id, result: { stopReason } });
  const content = { type: 'text', text };
  write({ method: 'session/update', params: { sessionId, update: { sessionUpdate: 'agent_message_chunk', content } } });
  if (text === 'stream') running.set(sessionId, () => end('cancelled'));
  else if (text === 'ask') {
    const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
    const params = { sessionId, toolCall: { toolCallId: 'dig', title: 'Dig' }, options };
    ask({ method: 'session/request_permission', params }, () => end('end_turn'));
  } else end('end_turn');
}

function asAgent({ id, method, params }) {
  if (method === 'session/prompt') prompt(id, params);
  else if (method === 'session/cancel') running.get(params.sessionId)?.();
  else if (id !== undefined) write({ id, result: results[method]?.(params) ?? {} });
}

// ------------------------------------------------------------------------------------------------ both

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.method === undefined) {
    const answered = waiting.get(message.id);
    waiting.delete(message.id);
    answered?.(message);
  } else if (role === 'proxy') asProxy(message);
  else asAgent(message);
});
