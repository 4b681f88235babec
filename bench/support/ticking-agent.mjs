/**
 * An agent for measuring hubs: one process with any number of sessions, written without an SDK so that it costs little.
 *
 * The text of a prompt says what to do. `tick 500 20` sends an update every 500 ms, 20 times; `burst 100000 50` sends
 * so many updates as fast as they are read, in messages of 50 chunks each; the last one contains `the end`. Each update
 * says when it was sent and how many were sent before, so that a client sees the delay and every gap.
 */
import { createInterface } from 'node:readline';

import { updates } from './messages.mjs';

let sessions = 0;
const now = () => performance.timeOrigin + performance.now();

/** Lines that are not written yet: those of one turn of the event loop are written together, up to half of a pipe. */
let lines = '';
const mostCharacters = 32 * 1024;

/** Writes one message, soon; writing to a pipe waits until the hub has read enough. */
function write(text) {
  if (lines === '') setImmediate(flush);
  lines += `${text}\n`;
  if (lines.length > mostCharacters) flush();
}

const send = (message) => write(JSON.stringify({ jsonrpc: '2.0', ...message }));

function flush() {
  if (lines !== '') process.stdout.write(lines);
  lines = '';
}

const update = (sessionId, value) => send({ method: 'session/update', params: { sessionId, update: value } });

/** The texts of chunks as JSON without their quotes, made once: an agent that computes takes time from the hub. */
const texts = Array.from({ length: 500 }, (_, number) =>
  JSON.stringify(updates.chunk(number).update.content.text).slice(1, -1),
);

/** Sends one chunk of about 300 bytes: when it was sent, its number, and text. */
function chunk(sessionId, { number, messageId, isLast = false }) {
  const text = `${now().toFixed(2)} ${number} ${isLast ? 'the end ' : ''}${texts[number % texts.length]}`;
  const body = `{"sessionUpdate":"agent_message_chunk","messageId":"${messageId}","content":{"type":"text","text":"${text}"}}`;
  write(`{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"${sessionId}","update":${body}}}`);
}

async function work(sessionId, messageId, words) {
  const [what, first, second] = words.split(' ');
  update(sessionId, { sessionUpdate: 'state_update', state: 'running' });
  const count = Number(what === 'tick' ? second : first);
  const perMessage = what === 'burst' ? Number(second) : 50;
  // Sessions do not tick at the same moment.
  if (what === 'tick') await pause(Math.random() * Number(first));
  for (let number = 0; number < count; number += 1) {
    const id = `${messageId}_${Math.floor(number / perMessage)}`;
    chunk(sessionId, { number, messageId: id, isLast: number === count - 1 });
    if (what === 'tick') await pause(Number(first));
    // The sessions that work take turns.
    else if (number % perTurn === perTurn - 1) await turn();
  }
  update(sessionId, { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
}

/** How many updates of a session follow one another before those of others, if it sends as fast as it can. */
const perTurn = 4;
const turn = () => new Promise((resolve) => setImmediate(resolve));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const responses = {
  initialize: () => ({
    protocolVersion: 2,
    info: { name: 'ticker', version: '1.0.0' },
    capabilities: { session: {} },
  }),
  'session/new': () => {
    sessions += 1;
    return { sessionId: `ticker_${process.pid}_${sessions}` };
  },
  'session/resume': () => ({}),
  'session/close': () => ({}),
  'session/list': () => ({ sessions: [] }),
};

let prompts = 0;
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'session/prompt') {
    prompts += 1;
    const messageId = `message_${prompts}`;
    const { sessionId, prompt } = params;
    send({ id, result: {} });
    update(sessionId, { sessionUpdate: 'user_message', messageId, content: prompt });
    void work(sessionId, `answer_${prompts}`, prompt[0].text);
    return;
  }
  if (id !== undefined && method !== undefined) send({ id, result: responses[method]?.() ?? {} });
});
