/**
 * A small agent without a library that keeps the rules of standard input and output, or breaks one: the first argument
 * names how.
 */
import { spawn } from 'node:child_process';

const [fault = 'none'] = process.argv.slice(2);
const children = new Set();
let version = 1;
let sessions = 0;
let isFull = false;

function send(message) {
  const isPretty = fault === 'all-pretty' || (fault === 'pretty' && message.method !== undefined);
  const text = JSON.stringify({ jsonrpc: '2.0', ...message }, null, isPretty ? 2 : 0);
  if (fault === 'lossy') {
    if (isFull) return;
    isFull = !process.stdout.write(`${text}\n`);
    if (isFull) process.stdout.once('drain', () => (isFull = false));
    return;
  }
  process.stdout.write(Buffer.from(`${text}\n`, fault === 'latin1' ? 'latin1' : 'utf8'));
}

const update = (sessionId, fields) => send({ method: 'session/update', params: { sessionId, update: fields } });

/** Runs a command, and reports it as a tool call. */
function run(sessionId, command, args) {
  const child = spawn(command, args, {
    stdio: ['ignore', fault === 'inherit' ? 'inherit' : 'ignore', 'ignore'],
  });
  children.add(child);
  update(sessionId, {
    sessionUpdate: version === 1 ? 'tool_call' : 'tool_call_update',
    toolCallId: `call-${child.pid}`,
    title: command,
    kind: 'execute',
    status: 'in_progress',
  });
  return new Promise((resolve) => child.once('close', () => resolve(children.delete(child))));
}

async function prompt(id, { sessionId, prompt: [{ text }] }) {
  if (version === 2) {
    send({ id, result: { messageId: `${id}` } });
    update(sessionId, { sessionUpdate: 'user_message', messageId: `${id}`, content: [{ type: 'text', text }] });
    update(sessionId, { sessionUpdate: 'state_update', state: 'running' });
  }
  if (text.startsWith('conformance:run-command')) await run(sessionId, 'echo', ['hello']);
  if (text.startsWith('conformance:run-long-command')) await run(sessionId, 'sleep', ['30']);
  if (fault === 'chatty') process.stdout.write('working …\n');
  const content = { type: 'text', text: 'hellö' };
  update(sessionId, { sessionUpdate: 'agent_message_chunk', messageId: `answer-${id}`, content });
  if (version === 1) send({ id, result: { stopReason: 'end_turn' } });
  else update(sessionId, { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
}

function initialize(id, { protocolVersion }) {
  version = protocolVersion;
  const info = { name: 'plain', version: '1.0.0' };
  const fields = version === 1 ? { agentInfo: info, agentCapabilities: {} } : { info, capabilities: { session: {} } };
  send({ id, result: { protocolVersion, ...fields } });
}

function receive({ id, method, params }) {
  if (method === 'initialize') initialize(id, params);
  else if (method === 'session/new') send({ id, result: { sessionId: `s${(sessions += 1)}` } });
  else if (method === 'session/prompt') void prompt(id, params);
  else if (id !== undefined) send({ id, error: { code: -32_601, message: 'Method not found' } });
}

let rest = Buffer.alloc(0);
process.stdin.on('data', (bytes) => {
  // Each part on its own would break characters that are cut in two.
  rest = Buffer.concat([rest, fault === 'bytes' ? Buffer.from(bytes.toString()) : bytes]);
  for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
    const line = rest.subarray(0, end).toString();
    rest = rest.subarray(end + 1);
    receive(JSON.parse(line));
  }
});
process.stdout.on('error', () => fault === 'stubborn' || process.exit(1));

function shutDown() {
  if (fault === 'goodbye') process.stdout.write('Goodbye!\n');
  if (fault !== 'orphan') for (const child of children) child.kill('SIGKILL');
  process.exitCode = 0;
  if (fault === 'goodbye') return;
  process.exit();
}

if (fault === 'stubborn') {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
} else process.stdin.on('end', shutDown);
