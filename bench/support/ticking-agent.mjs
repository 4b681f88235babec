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

/** Writes one message; resolves when more can be written. */
function send(message) {
  if (process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)) return undefined;
  return new Promise((resolve) => {
    process.stdout.once('drain', resolve);
  });
}

const update = (sessionId, value) => send({ method: 'session/update', params: { sessionId, update: value } });

/** One chunk of about 300 bytes: when it was sent, its number, and text. */
function chunk(sessionId, { number, messageId, isLast = false }) {
  const { content } = updates.chunk(number).update;
  const text = `${now().toFixed(2)} ${number} ${isLast ? 'the end ' : ''}${content.text}`;
  return update(sessionId, { sessionUpdate: 'agent_message_chunk', messageId, content: { type: 'text', text } });
}

async function work(sessionId, messageId, words) {
  const [what, first, second] = words.split(' ');
  await update(sessionId, { sessionUpdate: 'state_update', state: 'running' });
  const count = Number(what === 'tick' ? second : first);
  const perMessage = what === 'burst' ? Number(second) : 50;
  // Sessions do not tick at the same moment.
  if (what === 'tick') await pause(Math.random() * Number(first));
  for (let number = 0; number < count; number += 1) {
    const id = `${messageId}_${Math.floor(number / perMessage)}`;
    const sent = chunk(sessionId, { number, messageId: id, isLast: number === count - 1 });
    if (sent !== undefined) await sent;
    if (what === 'tick') await pause(Number(first));
  }
  await update(sessionId, { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' });
}

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
    void send({ id, result: {} });
    void update(sessionId, { sessionUpdate: 'user_message', messageId, content: prompt });
    void work(sessionId, `answer_${prompts}`, prompt[0].text);
    return;
  }
  if (id !== undefined && method !== undefined) void send({ id, result: responses[method]?.() ?? {} });
});
