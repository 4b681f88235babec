/** An agent in a few lines for tests of the inspector, which says what a test wants without any SDK. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** `version` is what it speaks; `turn` is code that runs with each prompt: `say`, `ask` and `update` are there. */
const source = (version: 1 | 2, turn: string): string => `
import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const update = (sessionId, fields) => send({ method: 'session/update', params: { sessionId, update: fields } });
let next = 0;
const waiting = new Map();
const ask = (method, params) => new Promise((resolve) => {
  next += 1;
  waiting.set(next, resolve);
  send({ id: next, method, params });
});
const info = { name: 'raw', version: '1.0.0' };
const initialized = ${version} === 1
  ? { protocolVersion: 1, agentInfo: info, agentCapabilities: {} }
  : { protocolVersion: 2, info, capabilities: { session: {} } };
let sessions = 0;
const say = (sessionId, text) => update(sessionId, { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text } });
const handlers = {
  initialize: (params) => {
    if (${version} === 1 || params.protocolVersion >= 2) return initialized;
    throw { code: -32602, message: 'Version 2 only.' };
  },
  'session/new': () => { sessions += 1; return { sessionId: 's' + process.pid + '-' + sessions }; },
  'session/prompt': async ({ sessionId, prompt }) => {
    ${version} === 2 && update(sessionId, { sessionUpdate: 'state_update', state: 'running' });
    ${turn}
    if (${version} === 1) return { stopReason: 'end_turn' };
    setImmediate(() => update(sessionId, { sessionUpdate: 'state_update', state: 'idle', stopReason: 'end_turn' }));
    return { messageId: 'u1' };
  },
};
createInterface({ input: process.stdin }).on('line', async (line) => {
  let message;
  try { message = JSON.parse(line); } catch { send({ id: null, error: { code: -32700, message: 'Parse error' } }); return; }
  const { id, method, params } = message;
  if (method === undefined) { waiting.get(id)?.(message); waiting.delete(id); return; }
  if (id === undefined) return;
  const handler = handlers[method];
  if (handler === undefined) { send({ id, error: { code: -32601, message: 'Method not found: ' + method } }); return; }
  try { send({ id, result: await handler(params) }); } catch (error) { send({ id, error }); }
});
process.stderr.write('raw agent is ready\\n');
`;

export interface RawAgent extends Disposable {
  /** Its program, to be run by Node. */
  readonly path: string;
  readonly folder: string;
  /** Replaces what it does with a prompt, from the next start on. */
  rewrite(turn: string): void;
}

export function rawAgent(version: 1 | 2, turn: string): RawAgent {
  const folder = mkdtempSync(join(tmpdir(), 'acp-inspect-'));
  const path = join(folder, 'agent.mjs');
  const rewrite = (code: string): void => {
    writeFileSync(path, source(version, code));
  };
  rewrite(turn);
  return {
    path,
    folder,
    rewrite,
    [Symbol.dispose]: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
