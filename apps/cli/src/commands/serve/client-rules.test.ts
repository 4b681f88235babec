import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { memoryPair } from '@acp-stack/rpc';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { problemOf, withClientRules, type ClientRules } from './client-rules.ts';

let home: string;
let garden: string;
let rules: ClientRules;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'acp-rules-')));
  garden = join(home, 'garden');
  mkdirSync(join(garden, 'roses'), { recursive: true });
  mkdirSync(join(home, 'garden-of-others'));
  symlinkSync(home, join(garden, 'out'));
  symlinkSync(join(garden, 'roses'), join(home, 'in'));
  rules = { roots: [garden], allowsMcpStdio: false };
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

describe('the folders of a client', () => {
  test.each(['', 'roses', 'roses/new', 'new/newer', '../in', '..garden'])('may be %j below the root', (path) => {
    if (path === '..garden') mkdirSync(join(garden, path));
    expect(problemOf({ cwd: join(garden, path) }, rules)).toBeUndefined();
    expect(problemOf({ cwd: garden, additionalDirectories: [join(garden, path)] }, rules)).toBeUndefined();
    expect(problemOf({ workspaceUri: pathToFileURL(join(garden, path)).href }, rules)).toBeUndefined();
  });

  test.each([
    '/',
    '..',
    '../garden-of-others',
    'out',
    'out/garden-of-others',
    'roses/../../garden-of-others',
    'new/../../..',
    '../garden\0',
    'relative',
  ])('may not be %j', (path) => {
    const folder = path === 'relative' || path === '/' ? path : `${garden}/${path}`;
    const sentence = `The folder ${folder} is not one of this server; its operator adds it with --root.`;
    expect(problemOf({ cwd: folder }, rules)).toBe(sentence);
    expect(problemOf({ cwd: garden, additionalDirectories: [garden, folder] }, rules)).toBe(sentence);
    if (path === 'relative' || path.includes('\0')) return;
    const uri = `file://${folder}`;
    expect(problemOf({ workspaceUri: uri }, rules)).toContain('is not one of this server');
    expect(problemOf({ workspaceFolders: [{ uri, name: 'x' }] }, rules)).toContain('is not one of this server');
  });

  test('may be in any root', () => {
    const other = join(home, 'garden-of-others');
    expect(problemOf({ cwd: other }, { ...rules, roots: [garden, other] })).toBeUndefined();
  });
});

describe('the MCP servers of a client', () => {
  const program = { name: 'x', command: '/bin/sh', args: ['-c', 'id'], env: [] };
  test.each([program, { ...program, type: 'stdio' }, { ...program, type: 'http', url: 'http://x' }, { name: 'x' }])(
    'may not be programs: %j',
    (server) => {
      expect(problemOf({ cwd: garden, mcpServers: [server] }, rules)).toBe(
        'This server starts no MCP servers for its clients; its operator allows that with --allow-mcp-stdio.',
      );
      expect(problemOf({ cwd: garden, mcpServers: [server] }, { ...rules, allowsMcpStdio: true })).toBeUndefined();
    },
  );

  test('may not be in _meta either, nor other settings that start programs', () => {
    const _meta = { claudeCode: { options: [{ mcpServers: { x: { command: '/bin/sh' } } }] } };
    expect(problemOf({ cwd: garden, _meta }, rules)).toBe(
      'This server takes no mcpServers in _meta from its clients; its operator allows that with --allow-mcp-stdio.',
    );
    expect(problemOf({ cwd: garden, _meta }, { ...rules, allowsMcpStdio: true })).toBeUndefined();
    const harmless = { traceparent: '00-1-2-01', 'acp-stack.dev': { a: ['env'] }, terminal_output: true };
    expect(problemOf({ cwd: garden, _meta: harmless }, rules)).toBeUndefined();
  });

  test.each(['permissionMode', 'cwd', 'additionalDirectories', 'sandbox', 'settings', 'hooks', 'extraArgs'])(
    'do not bring %s in _meta with them, even if they may be programs',
    (name) => {
      const withPrograms = { ...rules, allowsMcpStdio: true };
      const options = { mcpServers: { x: { command: '/bin/sh', args: ['-c'], env: {} } }, [name]: '/' };
      const sentence = `This server takes no ${name} in _meta from its clients; leave it out.`;
      expect(problemOf({ cwd: garden, _meta: { claudeCode: { options } } }, withPrograms)).toBe(sentence);
      expect(problemOf({ cwd: garden, _meta: { [name]: garden } }, rules)).toBe(sentence);
    },
  );

  test('may be reached by an address', () => {
    const mcpServers = [
      { type: 'http', name: 'a', url: 'https://x', headers: [] },
      { type: 'acp', name: 'b', id: 'b' },
    ];
    expect(problemOf({ cwd: garden, mcpServers }, rules)).toBeUndefined();
  });
});

test('a message that breaks a rule is answered with one sentence, and the agent never sees it', () => {
  const [client, server] = memoryPair();
  const [answers, received, lines]: [unknown[], unknown[], string[]] = [[], [], []];
  const receiver = (list: unknown[]) => ({
    receive: (message: unknown, text?: string) => void list.push(text === undefined ? message : JSON.parse(text)),
    reject: () => undefined,
    ended: () => undefined,
  });
  client.open(receiver(answers));
  withClientRules(server, rules, (line) => void lines.push(line)).open(receiver(received));
  const evil = { cwd: '/', mcpServers: [] };
  client.send({ jsonrpc: '2.0', id: 1, method: 'session/new', params: evil });
  client.send({ jsonrpc: '2.0', method: '_any/method', params: evil });
  const twice = `{"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/","cwd":${JSON.stringify(garden)}}}`;
  client.send(JSON.parse(twice), twice);
  client.send({ jsonrpc: '2.0', id: 3, result: {} });
  return expect
    .poll(() => received)
    .toEqual([
      { jsonrpc: '2.0', id: 2, method: 'session/new', params: { cwd: garden } },
      { jsonrpc: '2.0', id: 3, result: {} },
    ])
    .then(() => {
      expect(answers).toMatchObject([
        { id: 1, error: { code: -32_602, message: expect.stringContaining('--root') as string } },
      ]);
      expect(lines).toHaveLength(2);
    });
});

describe('the sessions that a client is shown', () => {
  const sent = (message: unknown, text?: string): unknown[] => {
    const [client, server] = memoryPair();
    const received: unknown[] = [];
    client.open({
      receive: (each, itsText) => void received.push(itsText === undefined ? each : JSON.parse(itsText)),
      reject: () => undefined,
      ended: () => undefined,
    });
    withClientRules(server, rules, () => undefined).send(message, text);
    return received;
  };

  test('are those in its folders; the cursor stays, also after a page with none of them', async () => {
    const inside = { sessionId: 'a', cwd: join(garden, 'roses'), title: 'Roses' };
    const others = [
      { sessionId: 'b', cwd: join(home, 'garden-of-others'), title: 'Secret' },
      { sessionId: 'c', cwd: join(garden, 'out'), title: 'Secret' },
      { sessionId: 'd', title: 'Secret' },
    ];
    const page = (sessions: unknown[]) => ({ jsonrpc: '2.0', id: 1, result: { sessions, nextCursor: 'next' } });
    const mixed = page([others[0], inside, ...others.slice(1)]);
    const received = [sent(mixed), sent(mixed, JSON.stringify(mixed)), sent([mixed])];
    await expect.poll(() => received).toEqual([[page([inside])], [page([inside])], [[page([inside])]]]);
    const none = sent(page(others));
    await expect.poll(() => none).toEqual([page([])]);
  });

  test('are not looked for in other messages, which pass unchanged', async () => {
    const update = { jsonrpc: '2.0', method: 'session/update', params: { sessions: [{ sessionId: 'a', cwd: '/' }] } };
    const result = { jsonrpc: '2.0', id: 1, result: { sessions: ['a', { cwd: '/' }] } };
    const received = [sent(update), sent(result)];
    await expect.poll(() => received).toEqual([[update], [result]]);
  });
});
