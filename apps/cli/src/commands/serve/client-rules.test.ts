import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { problemOf, type ClientRules } from './client-rules.ts';

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
  rules = { roots: [garden], allowsMcpStdio: false, allowsExtensions: false };
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
    expect(problemOf({ workspaceUri: uri }, rules)).toContain('is not a file: URL of a folder of this server');
    expect(problemOf({ workspaceFolders: [{ uri, name: 'x' }] }, rules)).toContain('is not a file: URL of a folder');
  });

  test('of a workspace have one spelling', () => {
    const path = pathToFileURL(garden).pathname;
    const parts = path.split('/');
    expect(problemOf({ workspaceUri: `file://${path}` }, rules)).toBeUndefined();
    for (const uri of [
      garden,
      `.${path}`,
      `file:${path}`,
      `file:/${path}`,
      `FILE://${path}`,
      `File://${path}`,
      ` file://${path}`,
      `file://localhost${path}`,
      `file://far.example${path}`,
      `file:////far.example${path}`,
      `file://${path}/%2e%2e`,
      `file://${path}/.%2E/x`,
      `file://${path}%2f..%2f..`,
      `file://${path}/..%5c..`,
      `file://${path}\\..\\..`,
      `file://${path}%00`,
      `file://${path}?x=/`,
      `file://${path}#/`,
      `file://${path}/%`,
      `file://${parts.slice(0, -1).join('/')}`,
      `http://127.0.0.1${path}`,
      `vscode-remote://ssh${path}`,
      `//${path}`,
      '',
      5,
      {},
      [`file://${path}`],
    ]) {
      expect(problemOf({ workspaceUri: uri }, rules), JSON.stringify(uri)).toContain('is not a file: URL of a folder');
      expect(problemOf({ workspaceFolders: [{ uri, name: 'x' }] }, rules), JSON.stringify(uri)).toContain('is not a');
    }
    for (const workspaceFolders of [[`file://${path}`], 'file:///', [null], [{}], [[]], { length: 0 }])
      expect(problemOf({ workspaceFolders }, rules), JSON.stringify(workspaceFolders)).toBeDefined();
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

  test.each([
    { x: program },
    [[program]],
    [null],
    'x',
    JSON.stringify([program]),
    [JSON.stringify(program)],
    [{ type: 'HTTP', name: 'x', url: 'http://x', headers: [] }],
    [{ type: ['http'], name: 'x', url: 'http://x' }],
    { length: 1, 0: program },
  ])('may not be spelled %j', (mcpServers) => {
    expect(problemOf({ cwd: garden, mcpServers }, rules)).toContain('This server starts no MCP servers');
  });

  test('may be absent', () => {
    for (const mcpServers of [undefined, null, []])
      expect(problemOf({ cwd: garden, mcpServers }, rules)).toBeUndefined();
  });

  test('may not be in _meta either, nor other settings that start programs', () => {
    const _meta = { claudeCode: { options: [{ mcpServers: { x: { command: '/bin/sh' } } }] } };
    expect(problemOf({ cwd: garden, _meta }, rules)).toBe(
      'This server takes no mcpServers in _meta from its clients; its operator allows that with --allow-mcp-stdio.',
    );
    expect(problemOf({ cwd: garden, _meta }, { ...rules, allowsMcpStdio: true })).toBeUndefined();
    const harmless = { traceparent: '00-1-2-01', 'acp-stack.dev': { a: ['env'] }, terminal_output: true };
    expect(problemOf({ cwd: garden, _meta: harmless }, rules)).toBeUndefined();
  });

  test.each([
    'acp-stack/persist',
    'permissionMode',
    'cwd',
    'additionalDirectories',
    'sandbox',
    'settings',
    'hooks',
    'extraArgs',
  ])('do not bring %s in _meta with them, even if they may be programs', (name) => {
    const withPrograms = { ...rules, allowsMcpStdio: true };
    const options = { mcpServers: { x: { command: '/bin/sh', args: ['-c'], env: {} } }, [name]: '/' };
    const sentence = `This server takes no ${name} in _meta from its clients; leave it out.`;
    expect(problemOf({ cwd: garden, _meta: { claudeCode: { options } } }, withPrograms)).toBe(sentence);
    expect(problemOf({ cwd: garden, _meta: { [name]: garden } }, rules)).toBe(sentence);
  });

  test('may be reached by an address', () => {
    const mcpServers = [
      { type: 'http', name: 'a', url: 'https://x', headers: [] },
      { type: 'acp', name: 'b', id: 'b' },
    ];
    expect(problemOf({ cwd: garden, mcpServers }, rules)).toBeUndefined();
  });
});
