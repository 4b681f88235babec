/**
 * An agent that harms whatever starts it: `node hostile-agent.mjs <manner> <file>`.
 *
 * `flood` notes in the file how many bytes its output has taken so far; `lines` says what is in the file.
 */
import { createReadStream, writeFileSync, writeSync } from 'node:fs';

const [, , manner = '', file = ''] = process.argv;
const mebibyte = 1024 * 1024;
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const chunk = (sessionId, text) => ({
  method: 'session/update',
  params: {
    sessionId,
    update: { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text } },
  },
});

const idle = (sessionId) =>
  send({
    method: 'session/update',
    params: { sessionId, update: { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' } },
  });

/** Writes, waiting for the reader, which may be slow. */
async function write(bytes) {
  if (!process.stdout.write(bytes)) await new Promise((resolve) => process.stdout.once('drain', resolve));
}

const prompts = {
  'endless-line': async (sessionId) => {
    const piece = Buffer.alloc(mebibyte, 'x');
    for (let count = 0; count < Number(process.env.ACP_MEBIBYTES); count += 1) await write(piece);
    await write('\n');
    send(chunk(sessionId, 'mine'));
    idle(sessionId);
  },
  flood: async (sessionId) => {
    const line = `${JSON.stringify({ jsonrpc: '2.0', ...chunk(sessionId, 'y'.repeat(900)) })}\n`;
    const block = Buffer.from(line.repeat(256));
    let taken = 0;
    for (; taken < Number(process.env.ACP_MEBIBYTES) * mebibyte; taken += block.length) {
      await write(block);
      writeFileSync(file, String(taken));
    }
    idle(sessionId);
  },
  binary: async () => {
    for (let count = 0; count < 2000; count += 1) await write(Buffer.from([0xff, 0xfe, 0, count & 0xff, 0xc3, 10]));
  },
  lines: async (sessionId) => {
    for await (const piece of createReadStream(file)) await write(piece);
    send(chunk(sessionId, 'the end of the lines'));
    idle(sessionId);
  },
  foreign: async (sessionId) => {
    for (let count = 0; count < 20_000; count += 1) send(chunk(`unknown-${count}`, 'z'.repeat(100)));
    send({
      id: 'x',
      method: 'session/request_permission',
      params: { sessionId: 'hub_other', toolCall: {}, options: [] },
    });
    send(chunk(sessionId, 'mine'));
    idle(sessionId);
  },
};

if (manner === 'exits') {
  writeSync(2, 'Error: no licence\n');
  process.exit(4);
}
let rest = '';
let opened = 0;
process.stdin.on('data', (data) => {
  const lines = (rest + data).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (method === 'initialize')
      send({ id, result: { protocolVersion: 2, info: { name: manner, version: '1' }, capabilities: { session: {} } } });
    if (method === 'session/new') send({ id, result: { sessionId: manner === 'same-id' ? 's' : `s${(opened += 1)}` } });
    if (method === 'session/new' && manner === 'deaf') process.stdin.pause();
    if (method === 'session/close') send({ id, result: {} });
    if (method === 'session/prompt') {
      send({ id, result: {} });
      const { sessionId } = params;
      send({
        method: 'session/update',
        params: { sessionId, update: { sessionUpdate: 'state_update', state: 'running' } },
      });
      void prompts[manner]?.(sessionId);
    }
  }
});
process.stdin.on('end', () => process.exit());
