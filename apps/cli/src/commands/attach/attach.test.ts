/** Commands with `--hub`, in this process. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { run } from '../../run.ts';
import { captureTerminal, type CapturedTerminal, type CaptureOptions } from '../../terminal/captured-terminal.ts';
import { agentSays, SmallHub } from './small-hub.test-support.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'acp-attach-'));
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const terminalOf = (options: CaptureOptions = {}): CapturedTerminal => {
  const env = { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home, ACP_TOKEN: 'rose', ...options.env };
  return captureTerminal({ ...options, env });
};

/** Runs a command that ends by itself. */
async function acp(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  const terminal = terminalOf();
  const code = await run(args, terminal);
  return { code, out: terminal.out(), err: terminal.err() };
}

const soon = <T>(get: () => T): ReturnType<typeof expect.poll<T>> => expect.poll(get, { interval: 5 });

/** As if the user had pressed Ctrl+C. */
const interrupt = (): boolean => process.emit('SIGINT', 'SIGINT');

test('acp exec --hub --detach prints the id of the session, names the agent, and leaves', async () => {
  await using hub = await SmallHub.open();
  const { url } = hub;
  const origin = new URL(url).origin;
  expect(await acp('exec', '--hub', origin, '--detach', 'gemini', 'fix it', '--cwd', '/srv/garden')).toEqual({
    code: 0,
    out: 's1\n',
    err: '',
  });
  expect(hub.asked).toMatchObject([
    { method: 'session/new', params: { cwd: '/srv/garden', _meta: { 'acp-stack.dev/hub': { agent: 'gemini' } } } },
    { method: 'session/prompt', params: [{ type: 'text', text: 'fix it' }] },
  ]);
  const json = await acp('exec', '--hub', url, '--detach', '--format', 'json', 'and this');
  expect(json).toEqual({ code: 0, out: '{"sessionId":"s2"}\n', err: '' });
  expect(await acp('exec', '--detach', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('needs --hub') });
});

test('acp sessions list --hub lists the sessions of every folder of the hub', async () => {
  await using hub = await SmallHub.open();
  await acp('exec', '--hub', hub.url, '--detach', '--cwd', '/srv/garden', 'x');
  const { out } = await acp('sessions', 'list', '--hub', hub.url, '--format', 'json');
  expect(JSON.parse(out)).toMatchObject([{ sessionId: 's1', cwd: '/srv/garden' }]);
});

test('acp attach shows what has happened, then what happens, and Ctrl+C only detaches', async () => {
  await using hub = await SmallHub.open();
  await acp('exec', '--hub', hub.url, '--detach', 'water\nthe roses');
  await hub.say('s1', agentSays('a1', 'Watered.'));
  const [first, second] = [terminalOf(), terminalOf()];
  const running = [first, second].map((terminal) => run(['attach', 's', '--read-only', '--hub', hub.url], terminal));
  await soon(() => [first.out(), second.out()]).toEqual(Array(2).fill('> water\n> the roses\n\nWatered.'));
  await hub.say('s1', agentSays('a2', 'And the tulips.'));
  await soon(() => [first.out(), second.out()]).toEqual(
    Array(2).fill('> water\n> the roses\n\nWatered.\n\nAnd the tulips.'),
  );
  interrupt();
  expect(await Promise.all(running)).toEqual([0, 0]);
  expect(first.err()).toContain('acp attach: detached; acp attach s1 attaches again');
  expect(hub.asked.filter(({ method }) => method === 'session/cancel' || method === 'session/delete')).toEqual([]);
});

test('acp attach --read-only leaves a question of the agent to others, and does not answer it by leaving', async () => {
  await using hub = await SmallHub.open();
  await acp('exec', '--hub', hub.url, '--detach', 'x');
  const terminal = terminalOf();
  const running = run(['attach', 's1', '--read-only', '--hub', hub.url], terminal);
  await soon(() => terminal.out()).toBe('> x\n');
  // The first is that of acp exec, which may still be ending.
  await soon(() => [...(hub.sessions.get('s1')?.attached ?? [])].length).toBeGreaterThan(0);
  const connection = [...(hub.sessions.get('s1')?.attached ?? [])].at(-1);
  const options = [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' as const }];
  const answer = connection
    ?.request('session/request_permission', { sessionId: 's1', title: 'Cut the hedge?', options })
    .then(
      () => 'answered',
      () => 'not answered',
    );
  await soon(() => terminal.err()).toContain('the agent asks for permission: Cut the hedge?; another client has to');
  interrupt();
  expect([await running, await answer]).toEqual([0, 'not answered']);
});

test('acp attach goes on behind the last update when the hub was restarted', async () => {
  const before = await SmallHub.open();
  const port = Number(new URL(before.url).port);
  await acp('exec', '--hub', before.url, '--detach', 'x');
  await before.say('s1', agentSays('a1', 'one'));
  const terminal = terminalOf();
  const running = run(['attach', 's1', '--read-only', '--hub', before.url], terminal);
  await soon(() => terminal.out()).toBe('> x\n\none');
  await before[Symbol.asyncDispose]();
  await soon(() => terminal.err()).toContain('connecting again');
  await using after = await SmallHub.open({ port, sessions: before.sessions });
  await after.say('s1', agentSays('a2', 'two'));
  await soon(() => terminal.out()).toBe('> x\n\none\n\ntwo');
  expect(terminal.err().split('connecting again')).toHaveLength(2);
  interrupt();
  expect(await running).toBe(0);
});

test('acp attach reads the session again if the hub cannot go on where it was, and prints what is new', async () => {
  const before = await SmallHub.open();
  const port = Number(new URL(before.url).port);
  await acp('exec', '--hub', before.url, '--detach', 'x');
  const terminal = terminalOf();
  const running = run(['attach', 's1', '--read-only', '--hub', before.url], terminal);
  await soon(() => terminal.out()).toBe('> x\n');
  await before[Symbol.asyncDispose]();
  await using after = await SmallHub.open({ port, sessions: before.sessions, generation: 'restored' });
  await after.say('s1', agentSays('a1', 'one'));
  await soon(() => terminal.out()).toBe('> x\n\none');
  interrupt();
  expect(await running).toBe(0);
});

test('an invitation makes the user a member, or a guest without an account, and may come by stdin', async () => {
  await using hub = await SmallHub.open();
  await acp('exec', '--hub', hub.url, '--detach', 'x');
  const secret = 'guest';
  const account = terminalOf();
  const asMember = run(['attach', `${hub.url}#invitation=${secret}`, '--read-only'], account);
  await soon(() => account.out()).toBe('> x\n');
  expect(hub.asked.at(-2)).toEqual({ method: 'accept_invitation', params: { secret } });
  interrupt();
  expect(await asMember).toBe(0);
  const guest = terminalOf({ env: { ACP_TOKEN: '' }, stdin: [`${hub.url}#invitation=${secret}\n`] });
  const asGuest = run(['attach', '-', '--read-only'], guest);
  await soon(() => guest.out()).toBe('> x\n');
  interrupt();
  expect(await asGuest).toBe(0);
});

test('acp attach --timeout detaches, and a guest is told that the link attaches again', async () => {
  await using hub = await SmallHub.open();
  await acp('exec', '--hub', hub.url, '--detach', 'x');
  // The time is over when the test says so.
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const timeOver = (milliseconds: number): void => timers.mock.calls.find(([, wait]) => wait === milliseconds)?.[0]();
  const account = terminalOf();
  const attached = run(['attach', 's1', '--read-only', '--hub', hub.url, '--timeout', '777'], account);
  await soon(() => account.out()).toBe('> x\n');
  timeOver(777_000);
  expect(await attached).toBe(0);
  expect(account.err()).toBe('acp attach: detached; acp attach s1 attaches again\n');
  const guest = terminalOf({ env: { ACP_TOKEN: '', ACP_TIMEOUT: '888' } });
  const invited = run(['attach', `${hub.url}#invitation=guest`, '--read-only'], guest);
  await soon(() => guest.out()).toBe('> x\n');
  timeOver(888_000);
  expect(await invited).toBe(0);
  timers.mockRestore();
  expect(guest.err()).toBe('acp attach: detached; the same link attaches again\n');
  const plain = terminalOf({ stdin: new PassThrough() });
  Object.assign(plain.stdin, { isTTY: true });
  const running = run(['attach', 's1', '--hub', hub.url, '--screen-reader'], plain);
  await soon(() => plain.out()).toContain('/quit quits');
  interrupt();
  expect(await running).toBe(0);
  expect(plain.err()).toBe('acp attach: detached; acp attach s1 attaches again\n');
  const wrong = terminalOf({ env: { ACP_TOKEN: '' } });
  expect(await run(['attach', `${hub.url}#invitation=rosy`, '--read-only'], wrong)).toBe(6);
  expect(wrong.err()).toContain('ask for a new link');
});

test('acp attach explains what it cannot attach to', async () => {
  await using hub = await SmallHub.open();
  const listed = `session none not found; acp sessions list --hub ${hub.url} lists them`;
  expect(await acp('attach', 'none', '--hub', hub.url)).toMatchObject({
    code: 4,
    err: expect.stringContaining(listed),
  });
  expect(await acp('attach', hub.url)).toMatchObject({ code: 2, err: expect.stringContaining('is not an invitation') });
  expect(await acp('attach', '-', '--hub', hub.url)).toMatchObject({ code: 4, err: expect.stringContaining('stdin') });
  expect(await acp('attach', 'x', '--hub', 'ws://127.0.0.1:1')).toMatchObject({ code: 7 });
  expect(await acp('attach', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('no hub is known') });
});

test('acp chat --hub works in a session that goes on when the chat ends, and says how to come back', async () => {
  await using hub = await SmallHub.open();
  const terminal = terminalOf({ stdin: ['water the roses\n'] });
  const running = run(['chat', '--hub', hub.url, '--agent', 'gemini', '--screen-reader'], terminal);
  await soon(() => hub.asked.map(({ method }) => method)).toEqual(['session/new', 'session/prompt']);
  expect(hub.asked[0]).toMatchObject({ params: { _meta: { 'acp-stack.dev/hub': { agent: 'gemini' } } } });
  interrupt();
  expect(await running).toBe(0);
  expect(terminal.err()).toBe('acp chat: detached; acp attach s1 attaches again\n');
  expect(hub.asked.map(({ method }) => method)).toEqual(['session/new', 'session/prompt']);
});

test('a chat in a long session of a hub shows its end first, and reads the rest when it is asked for', async () => {
  await using hub = await SmallHub.open();
  await acp('exec', '--hub', hub.url, '--detach', '--cwd', home, 'x');
  for (let count = 1; count <= 450; count += 1) await hub.say('s1', agentSays(`a${count}`, `Line number ${count}.`));
  const typed = new PassThrough();
  const terminal = terminalOf({ stdin: typed });
  const running = run(['chat', '--hub', hub.url, '--resume', 's1', '--screen-reader'], terminal);
  await soon(() => terminal.out()).toContain('Line number 450.');
  const opened = (): unknown[] =>
    hub.asked.flatMap(({ method, params }) => (method === 'session/resume' ? [params] : []));
  expect(opened()).toMatchObject([{ sessionId: 's1', _meta: { 'acp-stack.dev/hub': { tail: 200 } } }]);
  expect(opened()[0]).not.toHaveProperty('replayFrom');
  expect(terminal.out()).toContain('Earlier entries are not read out.');
  expect(terminal.out()).not.toContain('Line number 250.');
  typed.write(`/export ${join(home, 'whole.md')}\n`);
  await soon(() => terminal.out()).toContain('Written to');
  expect(opened().slice(1)).toMatchObject([{ replayFrom: { type: 'start' } }]);
  const whole = readFileSync(join(home, 'whole.md'), 'utf8');
  for (const count of [1, 250, 251, 450]) expect(whole.split(`Line number ${count}.`)).toHaveLength(2);
  // What was read later is not read out, and what follows is.
  await hub.say('s1', agentSays('b', 'Said later.'));
  await soon(() => terminal.out()).toContain('Said later.');
  expect(terminal.out()).not.toContain('Line number 250.');
  expect(terminal.out().split('Line number 450.')).toHaveLength(2);
  typed.write('/transcript\n');
  await soon(() => terminal.out()).toContain('Line number 1.');
  expect(opened()).toHaveLength(2);
  typed.end();
  interrupt();
  expect(await running).toBe(0);
});

test('a chat whose hub was away reads everything that has happened meanwhile, however much it is', async () => {
  const before = await SmallHub.open();
  const port = Number(new URL(before.url).port);
  await acp('exec', '--hub', before.url, '--detach', '--cwd', home, 'x');
  const typed = new PassThrough();
  const terminal = terminalOf({ stdin: typed });
  const running = run(['chat', '--hub', before.url, '--resume', 's1', '--screen-reader'], terminal);
  await soon(() => terminal.out()).toContain('/quit quits');
  await before[Symbol.asyncDispose]();
  for (let count = 1; count <= 450; count += 1) await before.say('s1', agentSays(`a${count}`, `Line number ${count}.`));
  await using _after = await SmallHub.open({ port, sessions: before.sessions });
  await soon(() => terminal.out()).toContain('Line number 450.');
  for (const count of [1, 249, 250, 251, 450]) expect(terminal.out().split(`Line number ${count}.`)).toHaveLength(2);
  typed.end();
  interrupt();
  expect(await running).toBe(0);
});

test('a chat goes on after the hub was restarted, with what has happened meanwhile', async () => {
  const before = await SmallHub.open();
  const port = Number(new URL(before.url).port);
  await acp('exec', '--hub', before.url, '--detach', 'x');
  const typed = new PassThrough();
  const terminal = terminalOf({ stdin: typed });
  const running = run(['chat', '--hub', before.url, '--resume', 's1', '--screen-reader'], terminal);
  await soon(() => terminal.out()).toContain('/quit quits');
  await before[Symbol.asyncDispose]();
  await using after = await SmallHub.open({ port, sessions: before.sessions });
  await after.say('s1', agentSays('a1', 'Said while the client was away.'));
  await soon(() => terminal.out()).toContain('The connection to the hub was lost; connecting again.');
  await soon(() => terminal.out()).toContain('The hub is connected again.');
  await soon(() => terminal.out()).toContain('Said while the client was away.');
  expect(terminal.out().split('You: x')).toHaveLength(2);
  await after.say('s1', agentSays('a2', 'Said later.'));
  await soon(() => terminal.out()).toContain('Said later.');
  expect(terminal.out().split('Said while the client was away.')).toHaveLength(2);
  expect(terminal.out()).not.toContain('agent has stopped');
  typed.end();
  interrupt();
  expect(await running).toBe(0);
});

test('a client that attaches to a session or reads it is told why the last work has failed', async () => {
  await using hub = await SmallHub.open();
  await acp('exec', '--hub', hub.url, '--detach', 'x');
  const message = 'The agent was interrupted while it worked. Prompt again to go on.';
  const error = { code: -32_603, message };
  await hub.say('s1', { sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error });
  const watching = terminalOf();
  const chatting = terminalOf({ stdin: new PassThrough() });
  const running = [
    run(['attach', 's1', '--read-only', '--hub', hub.url], watching),
    run(['chat', '--hub', hub.url, '--resume', 's1', '--screen-reader'], chatting),
  ];
  await soon(() => watching.err()).toContain(`stopped: ${message}`);
  await soon(() => chatting.out()).toContain(message);
  await hub.say('s1', { sessionUpdate: 'state_update', state: 'running' });
  await hub.say('s1', { sessionUpdate: 'state_update', state: 'idle', stopReason: 'error', error });
  await soon(() => watching.err().split(message)).toHaveLength(3);
  await soon(() => chatting.out().split(message)).toHaveLength(3);
  interrupt();
  expect(await Promise.all(running)).toEqual([0, 0]);
  const short = await acp('sessions', 'show', 's1', '--hub', hub.url);
  expect(short.out).toContain(message);
  const full = await acp('sessions', 'show', 's1', '--full', '--hub', hub.url);
  expect(full.out).toContain(`*Stopped: error: ${message}*`);
});

test('an observer is told the role, sends nothing, and sees who sent what and which agent works', async () => {
  await using hub = await SmallHub.open({ about: { role: 'observer', agent: 'rosy', owner: 'ann' } });
  await acp('exec', '--hub', hub.url, '--detach', 'mine');
  await hub.say('s1', {
    sessionUpdate: 'user_message',
    messageId: 'theirs',
    content: [{ type: 'text', text: 'water them' }],
    _meta: { 'acp-stack.dev/hub': { principal: 'bob' } },
  });
  const typed = new PassThrough();
  const [chatting, watching] = [terminalOf({ stdin: typed }), terminalOf()];
  const running = [
    run(['chat', '--hub', hub.url, '--resume', 's1', '--screen-reader'], chatting),
    run(['attach', 's1', '--read-only', '--hub', hub.url], watching),
  ];
  await soon(() => chatting.out()).toContain('You are an observer of this session');
  await soon(() => watching.out()).toBe('> mine\n\nbob> water them\n');
  expect(chatting.out()).toContain('You: mine');
  expect(chatting.out()).toContain('bob: water them');
  expect(chatting.out()).toContain('rosy');
  typed.write('and me?\n');
  await soon(() => chatting.out().split('You are an observer of this session')).toHaveLength(3);
  interrupt();
  expect(await Promise.all(running)).toEqual([0, 0]);
  expect(hub.asked.filter(({ method }) => method === 'session/prompt')).toHaveLength(1);
});
