/**
 * A component of a chain, as a program or in this process: `node component-program.mjs <proxy|agent> <name> [<dies>]`.
 *
 * It speaks JSON lines and uses no package, so that it starts quickly. As a program, its first line on stderr is its
 * process id. A proxy passes everything on. An agent does what the text of a prompt says: `stream` sends an update and
 * goes on until it is cancelled, `ask` asks for permission and ends its turn with the answer, anything else ends the
 * turn at once. With `start` or `initialize` as the third word it dies at that point.
 */
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const envelope = 'proxy/successor';
const cancelling = '$/cancel_request';

/**
 * Makes one; it is told messages, and calls `write` with those that it sends and `die` where it dies.
 *
 * @param {{ role: string, name: string, dies?: string | undefined }} options
 * @param {{ write: (message: Record<string, unknown>) => void, die: () => void }} outside
 * @returns {(message: any) => void}
 */
export function createComponent({ role, name, dies }, { write: send, die }) {
  const write = (message) => send({ jsonrpc: '2.0', ...message });
  let count = 0;
  /** What to do with the response to a request of ours. */
  const waiting = new Map();
  const ask = (message, answered) => {
    count += 1;
    const id = `${name}-${count}`;
    waiting.set(id, answered);
    write({ id, ...message });
    return id;
  };
  const take = role === 'proxy' ? proxy(write, ask) : agent(write, ask, name);
  return (message) => {
    if (message.method === undefined) {
      const answered = waiting.get(message.id);
      waiting.delete(message.id);
      answered?.(message);
    } else if (dies === 'initialize' && message.method.endsWith('initialize')) die();
    else take(message);
  };
}

function proxy(write, ask) {
  /** The ids of requests that were passed on, by the ids that they came with. */
  const passed = new Map();
  const passOn = ({ id, ...message }) => {
    if (id === undefined) {
      write(message);
      return;
    }
    const answered = (response) => {
      passed.delete(id);
      write({ ...response, id });
    };
    passed.set(id, ask(message, answered));
  };
  return ({ id, method, params, ...rest }) => {
    if (method === cancelling) {
      const next = passed.get(params.requestId);
      if (next !== undefined) write({ method, params: { requestId: next } });
    } else if (method === envelope) passOn({ id, ...rest, ...params });
    else {
      const inner = method === 'proxy/initialize' ? 'initialize' : method;
      passOn({ id, ...rest, method: envelope, params: { method: inner, ...(params === undefined ? {} : { params }) } });
    }
  };
}

function agent(write, ask, name) {
  /** The prompts that run until they are cancelled, by session. */
  const running = new Map();
  const results = {
    initialize: ({ protocolVersion }) =>
      protocolVersion === 1
        ? { protocolVersion, agentCapabilities: { sessionCapabilities: { resume: {} } }, authMethods: [] }
        : { protocolVersion: 2, info: { name, version: '1.0.0' }, capabilities: { session: {} } },
    'session/new': () => ({ sessionId: 'session' }),
  };
  const prompt = (id, { sessionId, prompt: [{ text }] }) => {
    const end = (stopReason) => write({ id, result: { stopReason } });
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
    write({ method: 'session/update', params: { sessionId, update } });
    if (text === 'stream') running.set(sessionId, () => end('cancelled'));
    else if (text === 'ask') {
      const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }];
      const params = { sessionId, toolCall: { toolCallId: 'dig', title: 'Dig' }, options };
      ask({ method: 'session/request_permission', params }, () => end('end_turn'));
    } else end('end_turn');
  };
  return ({ id, method, params }) => {
    if (method === 'session/prompt') prompt(id, params);
    else if (method === 'session/cancel') running.get(params.sessionId)?.();
    else if (id !== undefined) write({ id, result: results[method]?.(params) ?? {} });
  };
}

const killSelf = () => void process.kill(process.pid, 'SIGKILL');
const writeLine = (message) => void process.stdout.write(`${JSON.stringify(message)}\n`);

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [, , role, name, dies] = process.argv;
  process.stderr.write(`${process.pid}\n${name} is up\n`);
  if (dies === 'start') killSelf();
  const take = createComponent({ role, name, dies }, { write: writeLine, die: killSelf });
  createInterface({ input: process.stdin }).on('line', (line) => take(JSON.parse(line)));
}
