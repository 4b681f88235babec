import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

import { VirtualClock } from '@acp-stack/testing';
import { describe, expect, test } from 'vitest';

import { gardenPair } from '../garden.test-support.ts';
import { initializeResults } from '../raw-side.test-support.ts';
import type { McpBridgeReport } from '../settings/options.ts';
import { makeSocketPath, removeSocketPath } from './socket-folder.ts';
import { openTunnel, placeOf, startProgram } from './tunnel-program.test-support.ts';

const agent = initializeResults[1]();
const call = { id: 7, method: 'tools/call', params: { name: 'water' } };
const never = { answers: { 'tools/call': () => new Promise(() => undefined) } };

describe('the stdio program', () => {
  test('answers what was asked after its input has ended, and exits', async () => {
    let answer = (_result: object): void => undefined;
    const { client, server } = await gardenPair(agent, {
      answers: {
        'tools/call': () =>
          new Promise((resolve) => {
            answer = resolve;
          }),
      },
    });
    await using program = startProgram(server);
    program.write(call);
    program.process.stdin.end();
    await client.until(() => client.all('mcp/message').length > 0);
    answer({ content: [] });
    expect(await program.read()).toEqual({ jsonrpc: '2.0', id: 7, result: { content: [] } });
    expect(await program.exited).toEqual({ code: 0, words: '' });
    await client.until(() => client.all('mcp/disconnect').length > 0);
    client.channel.destroy();
  });

  test('that is killed has its calls cancelled and its connection closed, and others go on', async () => {
    const { client, server } = await gardenPair(agent, never);
    await using killed = startProgram(server);
    await using other = startProgram(server);
    other.write({ id: 1, method: 'ping' });
    await other.read();
    killed.write(call);
    await client.until(() => client.all('mcp/message').length > 1);
    killed.process.kill('SIGKILL');
    await client.until(() => client.all('mcp/disconnect').length > 0);
    expect(client.all('$/cancel_request').map(({ params }) => params)).toEqual([
      { requestId: client.all('mcp/message')[1]?.id },
    ]);
    other.write({ id: 2, method: 'ping' });
    expect(await other.read()).toMatchObject({ id: 2 });
    client.channel.destroy();
  });

  test('exits with a sentence when the session or the bridge ends', async () => {
    const { client, server } = await gardenPair(agent);
    await using program = startProgram(server);
    program.write({ id: 1, method: 'ping' });
    await program.read();
    client.channel.destroy();
    const { code, words } = await program.exited;
    expect([code, words]).toEqual([
      1,
      expect.stringMatching(/^The ACP session .* cannot be reached: it has ended\.\n$/u),
    ]);
    await using late = startProgram(server);
    expect((await late.exited).code).toBe(1);
  });

  test('with a wrong token is refused, and learns nothing', async () => {
    const reports: McpBridgeReport[] = [];
    const { client, server } = await gardenPair(agent, { onReport: (report) => reports.push(report) });
    await using program = startProgram(server, { ACP_MCP_TOKEN: 'wrong' });
    program.write({ id: 1, method: 'ping' });
    expect(await program.read()).toBeUndefined();
    expect((await program.exited).code).toBe(1);
    expect(reports).toContainEqual({ kind: 'refused', status: 401, reason: 'A socket has sent a wrong token.' });
    expect(client.all('mcp/connect')).toEqual([]);
    client.channel.destroy();
  });

  test('connects over TCP where there are no Unix sockets', async () => {
    const { client, server } = await gardenPair(agent, { socket: 'tcp' });
    expect(placeOf(server).address).toMatch(/^\d+$/u);
    await using program = startProgram(server);
    program.write({ id: 1, method: 'ping' });
    expect(await program.read()).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
    client.channel.destroy();
  });
});

test('the token and the socket are not on the command line of the program', async () => {
  const { client, server } = await gardenPair(agent);
  const { address, token } = placeOf(server);
  expect(token).toHaveLength(43);
  const line = JSON.stringify([server['command'], server['args']]);
  expect([line.includes(token), line.includes(address)]).toEqual([false, false]);
  client.channel.destroy();
});

test('the socket is in a folder of its own that only this user can open, which goes with the bridge', async () => {
  const { client, server } = await gardenPair(agent);
  const { address } = placeOf(server);
  expect(statSync(dirname(address)).mode & 0o777).toBe(0o700);
  expect(statSync(address).mode & 0o777).toBe(0o600);
  client.channel.destroy();
  expect(existsSync(dirname(address))).toBe(false);
});

test('folders of processes that do not run any more are removed by the next one', () => {
  const base = mkdtempSync(join(tmpdir(), 'acp-left-'));
  const [left, running, other] = ['acp-mcp-999999999-abcdef', `acp-mcp-${process.pid}-abcdef`, 'acp-other-1-x'].map(
    (name) => join(base, name),
  ) as [string, string, string];
  for (const folder of [left, running, other]) mkdirSync(folder);
  const path = makeSocketPath(base);
  expect([left, running, other].map((folder) => existsSync(folder))).toEqual([false, true, true]);
  removeSocketPath(path);
  expect(existsSync(dirname(path))).toBe(false);
  rmSync(base, { recursive: true });
});

test('a long temporary folder does not make the path of the socket too long', () => {
  const base = join(tmpdir(), 'x'.repeat(120));
  const path = makeSocketPath(base);
  expect(path.length).toBeLessThan(100);
  removeSocketPath(path);
});

test('a socket that sends no token in time is closed, and so is one that sends too much', async () => {
  const clock = new VirtualClock();
  const { client, server } = await gardenPair(agent, { clock });
  const silent = await openTunnel(server);
  const loud = await openTunnel(server);
  loud.write('x'.repeat(1000));
  expect(await text(loud)).toBe('');
  await clock.advance(10_000);
  expect(await text(silent)).toBe('');
  client.channel.destroy();
});

test('a thousand sockets without a token do not keep a program out', async () => {
  const { client, server } = await gardenPair(agent, { limits: { strangers: 100 } });
  const sockets: Socket[] = [];
  // More at once than the system queues are refused by the system itself.
  while (sockets.length < 1000)
    sockets.push(...(await Promise.all(Array.from({ length: 100 }, () => openTunnel(server)))));
  const socket = await openTunnel(server);
  socket.write(`${placeOf(server).token}\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n`);
  const [line] = (await once(socket, 'data')) as [Buffer];
  expect(JSON.parse(line.toString())).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  for (const each of [...sockets, socket]) each.destroy();
  client.channel.destroy();
});

test('there is a limit for the MCP connections to one server', async () => {
  const { client, server } = await gardenPair(agent, { limits: { connections: 1 } });
  const { token } = placeOf(server);
  const first = await openTunnel(server);
  first.write(`${token}\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n`);
  await once(first, 'data');
  const second = await openTunnel(server);
  second.write(`${token}\n`);
  expect(await text(second)).toBe('');
  first.destroy();
  client.channel.destroy();
});

test('a program that does not read is ended when too much waits for it', async () => {
  const { client, server } = await gardenPair(agent, { limits: { unsentBytes: 1_000_000 } });
  const socket = await openTunnel(server);
  socket.write(`${placeOf(server).token}\n{"jsonrpc":"2.0","id":1,"method":"ping"}\n`);
  await once(socket, 'data');
  socket.pause();
  const params = { level: 'info', data: 'x'.repeat(1_000_000) };
  for (let count = 0; count < 5; count += 1)
    client.send({ method: 'mcp/message', params: { connectionId: 'c1', method: 'notifications/message', params } });
  await client.until(() => client.all('mcp/disconnect').length > 0);
  socket.destroy();
  client.channel.destroy();
});

test('a line that is not a message is answered, and messages wait while the client has paused', async () => {
  const { client, server } = await gardenPair(agent);
  const socket = await openTunnel(server);
  socket.write(`${placeOf(server).token}\nnonsense\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(JSON.parse(answer.toString())).toMatchObject({ id: null, error: { code: -32_700 } });
  client.channel.pause();
  const count = client.messages.length;
  socket.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  (await openTunnel(server)).destroy();
  expect(client.messages).toHaveLength(count);
  client.channel.resume();
  await once(socket, 'data');
  socket.destroy();
  client.channel.destroy();
});
