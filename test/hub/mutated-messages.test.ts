/** Messages with mistakes, from clients and from agents: each is refused or ignored by itself, and the hub works on. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { command } from '@acp-stack/conductor/node';
import { webSocket } from '@acp-stack/http/node';
import { expect, test } from 'vitest';

import { Dice } from '../support/hostile-input.ts';
import { mutated } from '../support/mutated-message.ts';
import { RawSocket } from '../support/raw-socket.ts';
import type { Fields } from '../support/served-program.ts';
import { areServed, cwd, ServedHub } from './served-hub.ts';

const isLong = process.env['ACP_LONG'] === '1';
/** In each direction. */
const count = isLong ? 100_000 : 600;
const atOnce = 100;
const seed = Number(process.env['ACP_HUB_SEED'] ?? 11);

const hubMethod = (name: string): string => `_acp-stack.dev/hub/${name}`;
const text = { type: 'text', text: '0' };

/** Valid messages of a client about a session. */
const clientMessages = (sessionId: string): readonly [object, ...object[]] => [
  { id: 7, method: 'initialize', params: { protocolVersion: 2, info: { name: 'm', version: '1' }, capabilities: {} } },
  {
    id: 7,
    method: 'session/new',
    params: { cwd, mcpServers: [{ type: 'http', name: 'm', url: 'https://m.example', headers: [] }] },
  },
  { id: 7, method: 'session/resume', params: { sessionId, cwd, _meta: { 'acp-stack.dev/hub': { after: 'g.1' } } } },
  { id: 7, method: 'session/list', params: { cwd, cursor: 'x' } },
  {
    id: 7,
    method: 'session/prompt',
    params: { sessionId, prompt: [text, { type: 'resource_link', name: 'a', uri: 'file:///a' }] },
  },
  { id: 7, method: 'session/inject', params: { sessionId, mode: 'queue', content: [text] } },
  { id: 7, method: 'session/revoke_inject', params: { sessionId, messageId: 'm1' } },
  { id: 7, method: 'session/replace_inject', params: { sessionId, messageId: 'm1', content: [text] } },
  { id: 7, method: 'session/set_config_option', params: { sessionId, configId: 'model', type: 'id', value: 'x' } },
  { id: 7, method: 'session/set_title', params: { sessionId, title: 'x' } },
  { method: 'session/cancel', params: { sessionId } },
  { method: '$/cancel_request', params: { requestId: 7 } },
  { id: 7, result: { outcome: { outcome: 'selected', optionId: 'yes' } } },
  { id: 7, method: hubMethod('members'), params: { sessionId } },
  { id: 7, method: hubMethod('invite'), params: { sessionId, role: 'observer', expiresIn: 1000, uses: 1 } },
  { id: 7, method: hubMethod('accept_invitation'), params: { secret: 'acpi_x' } },
  { id: 7, method: hubMethod('set_member'), params: { sessionId, principal: 'eve', role: 'observer' } },
  { id: 7, method: hubMethod('search'), params: { query: 'x' } },
];

/** Valid messages of an agent about its session. */
const agentMessages = (sessionId: string): readonly [object, ...object[]] =>
  [
    ...[
      { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'x' } },
      { sessionUpdate: 'user_message', messageId: 'u', content: [text] },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        title: 'run',
        kind: 'execute',
        status: 'in_progress',
        content: [],
      },
      {
        sessionUpdate: 'plan_update',
        plan: { type: 'items', id: 'p', entries: [{ content: 'x', priority: 'low', status: 'pending' }] },
      },
      { sessionUpdate: 'available_commands_update', availableCommands: [{ name: 'x', description: 'y' }] },
      { sessionUpdate: 'config_option_update', configOptions: [] },
      { sessionUpdate: 'session_info_update', title: 'x' },
      { sessionUpdate: 'state_update', state: 'running' },
    ].map((update) => ({ method: 'session/update', params: { sessionId, update } })),
    { id: 'q', method: 'session/request_permission', params: { sessionId, title: 'May I?', options: [] } },
    { id: 'q', method: 'elicitation/create', params: { sessionId, mode: 'form', message: 'x', requestedSchema: {} } },
    { id: 99, result: { sessionId } },
    { method: '$/cancel_request', params: { requestId: 'q' } },
  ] as unknown as readonly [object, ...object[]];

const lineOf = (dice: Dice, messages: readonly [object, ...object[]]): string =>
  mutated(dice, { jsonrpc: '2.0', ...dice.pick(messages) });

/** A socket of a user that has said initialize. */
async function open({ url, token }: ServedHub): Promise<RawSocket> {
  const raw = await RawSocket.open(url, { headers: { authorization: `Bearer ${token}` } });
  const params = { protocolVersion: 2, info: { name: 'raw', version: '1' }, capabilities: {} };
  raw.send({ jsonrpc: '2.0', id: 'first', method: 'initialize', params });
  await raw.messages.find(({ id }) => id === 'first');
  return raw;
}

test(`${count} messages of clients with mistakes: none is an internal error, and others are served`, async () => {
  await using setting = await ServedHub.open();
  const sessions = await setting.sound();
  const dice = new Dice(seed);
  const codes = new Set<unknown>();
  for (let done = 0; done < count; done += atOnce) {
    using raw = await open(setting);
    for (let n = 0; n < atOnce; n += 1) raw.send(lineOf(dice, clientMessages(sessions[0]?.id ?? '')));
    raw.send({ jsonrpc: '2.0', id: 'last', method: 'session/list', params: {} });
    // A message that is no JSON may cost the connection.
    await Promise.race([raw.messages.find(({ id }) => id === 'last'), raw.closed]);
    for (const { error } of raw.messages.items) codes.add((error as { readonly code?: unknown } | undefined)?.code);
    expect(raw.messages.items.filter(isInternalError), `the seed was ${seed}`).toEqual([]);
  }
  await areServed(sessions.slice(1));
  expect([...codes]).toEqual(expect.arrayContaining([-32_700, -32_600, -32_601, -32_602]));
  expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined();
});

const isInternalError = ({ error }: Fields): boolean =>
  (error as { readonly code?: unknown } | undefined)?.code === -32_603;

test(`${count} messages of an agent with mistakes: its session goes on, and so do others`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'acp-mutated-'));
  const program = fileURLToPath(new URL('hostile-agent.mjs', import.meta.url));
  const file = join(folder, 'lines');
  const dice = new Dice(seed);
  const lines = Array.from({ length: count }, () => lineOf(dice, agentMessages('s1')).replaceAll('\n', ' '));
  writeFileSync(file, `${lines.join('\n')}\n`);
  const mutating = command([process.execPath, program, 'lines', file], { name: 'mutating' });
  try {
    await using setting = await ServedHub.open({ mutating });
    const sessions = await setting.sound();
    const session = await (await setting.connect(webSocket)).newSession({ cwd });
    let shown = '';
    session.onUpdate((update) => {
      shown = JSON.stringify(update).includes('the end of the lines') ? 'the end' : shown;
    });
    const turn = Promise.resolve(session.prompt('Go'));
    await Promise.allSettled([turn, expect.poll(() => shown).toBe('the end')]);
    expect(shown).toBe('the end');
    await areServed(sessions);
    expect(({} as { readonly polluted?: unknown }).polluted).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
