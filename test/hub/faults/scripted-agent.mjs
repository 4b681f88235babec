/**
 * An agent that does what the words of a prompt say, and writes down what it was given before it does anything.
 *
 * `ask` asks for permission, `long` works for a while, `endless` until it is cancelled, `crash` ends without a word. Its sessions can be resumed by any
 * of its processes. ACP_GIVEN names the file of its notes, and ACP_HUB_LABEL the hub that has started it.
 */
import { appendFileSync } from 'node:fs';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';

const { ACP_GIVEN: notes = '', ACP_HUB_LABEL: label = '' } = process.env;
const sessions = new Map();
const answers = new Map();
let requests = 0;

const send = (message) => void process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const note = (event) => appendFileSync(notes, `${JSON.stringify({ ...event, by: label })}\n`);
const wait = (ms) => new Promise((resolve) => void setTimeout(resolve, ms));
const say = (sessionId, update) => send({ method: 'session/update', params: { sessionId, update } });

const textOf = (content) => content.map(({ text = '' }) => text).join('');

const open = (sessionId, cwd) =>
  void sessions.set(sessionId, { name: basename(cwd), isCancelled: false, isClosed: false });

/** Whatever the session was doing ends without a word. */
function close(sessionId) {
  const session = sessions.get(sessionId);
  if (session !== undefined) session.isClosed = true;
  sessions.delete(sessionId);
}

async function work(sessionId, session, text) {
  const { name } = session;
  say(sessionId, { sessionUpdate: 'state_update', state: 'running' });
  const messageId = `answer to ${text}`;
  const steps = text.includes('endless') ? Infinity : text.includes('long') ? 40 : 6;
  for (let step = 1; step <= steps && !session.isCancelled && !session.isClosed; step += 1) {
    const content = { type: 'text', text: `${step} of ${text} by ${label} ` };
    say(sessionId, { sessionUpdate: 'agent_message_chunk', messageId, content });
    if (step === 2 && text.includes('crash')) process.kill(process.pid, 'SIGKILL');
    if (step === 3 && text.includes('ask')) await ask(sessionId, `May I do ${text}?`, name);
    await wait(25);
  }
  if (session.isClosed) return;
  const stopReason = session.isCancelled ? 'cancelled' : 'end_turn';
  say(sessionId, { sessionUpdate: 'state_update', state: 'idle', stopReason });
}

async function ask(sessionId, title, session) {
  const id = `q${(requests += 1)}`;
  const options = [
    { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    { optionId: 'no', name: 'No', kind: 'reject_once' },
  ];
  send({ id, method: 'session/request_permission', params: { sessionId, title, options } });
  const { result } = await new Promise((resolve) => answers.set(id, resolve));
  if (result?.outcome?.outcome === 'selected') note({ kind: 'answered', session, text: title });
}

const handlers = {
  initialize: () => ({
    protocolVersion: 2,
    info: { name: 'scripted', version: '1.0.0' },
    capabilities: { session: {} },
  }),
  'session/new': ({ cwd }) => {
    const sessionId = `agent-${basename(cwd)}`;
    open(sessionId, cwd);
    return { sessionId };
  },
  'session/resume': ({ sessionId, cwd }) => {
    close(sessionId);
    open(sessionId, cwd);
    return {};
  },
  'session/prompt': ({ sessionId, prompt }) => {
    const session = sessions.get(sessionId);
    const text = textOf(prompt);
    note({ kind: 'given', session: session.name, text });
    session.isCancelled = false;
    setImmediate(() => void work(sessionId, session, text));
    return {};
  },
  'session/cancel': ({ sessionId }) => {
    const session = sessions.get(sessionId);
    if (session !== undefined) session.isCancelled = true;
    return {};
  },
  'session/close': ({ sessionId }) => {
    close(sessionId);
    return {};
  },
};

note({ kind: 'started', pid: process.pid });
createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { id, method, params, ...response } = JSON.parse(line);
    if (method === undefined) {
      answers.get(id)?.(response);
      answers.delete(id);
      return;
    }
    const handler = handlers[method];
    if (handler === undefined) {
      if (id !== undefined) send({ id, error: { code: -32601, message: `There is no method ${method}.` } });
      return;
    }
    const result = handler(params);
    if (id !== undefined) send({ id, result });
  })
  .on('close', () => process.exit(0));
