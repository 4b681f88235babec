import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { McpServer } from '@acp-stack/schema/v2/unstable';
import { describe, expect, test } from 'vitest';

import { temporaryFolder } from '../../../../test/support/checkout.ts';
import { setupPolicy, type SetupRules } from './setup-policy.ts';

/** A root `work` with a folder `project`, and a folder `other` beside it. */
function folders(): { readonly path: string; readonly root: string } & Disposable {
  const folder = temporaryFolder();
  const path = realpathSync(folder.path);
  for (const name of ['work/project', 'work-too', 'other']) mkdirSync(join(path, name), { recursive: true });
  return {
    path,
    root: join(path, 'work'),
    [Symbol.dispose]: () => {
      folder[Symbol.dispose]();
    },
  };
}

const agents = ['first', 'second'];
const rulesOf = (root: string, more: Partial<SetupRules> = {}): SetupRules => ({ agents, roots: [root], ...more });

describe('folders', () => {
  test('a folder in a root is taken, without links', async () => {
    using place = folders();
    symlinkSync(join(place.root, 'project'), join(place.root, 'link'));
    const policy = setupPolicy(rulesOf(place.root));
    const project = join(place.root, 'project');
    expect(await policy.allow({ cwd: join(place.root, 'link'), additionalDirectories: [place.root] })).toEqual({
      agent: 'first',
      cwd: project,
      additionalDirectories: [place.root],
      mcpServers: [],
    });
    expect(await policy.folder(join(place.root, 'link'))).toBe(project);
  });

  test('a root that is a link itself is resolved', async () => {
    using place = folders();
    const link = join(place.path, 'root-link');
    symlinkSync(place.root, link);
    const policy = setupPolicy(rulesOf(link));
    expect((await policy.allow({ cwd: join(link, 'project') })).cwd).toBe(join(place.root, 'project'));
  });

  test('whatever leads out of the roots is refused, with one sentence whether it exists or not', async () => {
    using place = folders();
    symlinkSync(join(place.path, 'other'), join(place.root, 'escape'));
    symlinkSync(join(place.path, 'nowhere'), join(place.root, 'dangling'));
    const policy = setupPolicy(rulesOf(place.root));
    const outside = [
      '/',
      place.path,
      join(place.path, 'other'),
      join(place.path, 'nothing'),
      join(place.path, 'work-too'),
      `${place.root}/../other`,
      `${place.root}/missing/../../other`,
      join(place.root, 'escape'),
      `${place.root}/escape/below`,
      `${place.root}/project\0`,
      'project',
      '',
    ];
    for (const cwd of outside) {
      await expect(policy.allow({ cwd }), cwd).rejects.toThrow(
        `The folder ${cwd} is not in the folders of this hub; its operator adds some with --root.`,
      );
      await expect(policy.allow({ cwd: place.root, additionalDirectories: [cwd] }), cwd).rejects.toMatchObject({
        data: { reason: 'not_allowed' },
      });
      expect(await policy.folder(cwd)).toBeUndefined();
    }
    // The link is in the root, and what it names does not exist: nothing is said about the place outside.
    await expect(policy.allow({ cwd: join(place.root, 'dangling') })).rejects.toThrow('does not exist');
  });

  test('missing folders and files in a root have a sentence each', async () => {
    using place = folders();
    writeFileSync(join(place.root, 'file'), '');
    const policy = setupPolicy(rulesOf(place.root));
    await expect(policy.allow({ cwd: join(place.root, 'new') })).rejects.toThrow('does not exist on the machine');
    await expect(policy.allow({ cwd: join(place.root, 'file') })).rejects.toThrow('is not a folder.');
  });

  test('the number of directories and the length of paths are limited', async () => {
    using place = folders();
    const policy = setupPolicy(rulesOf(place.root, { limits: { additionalDirectories: 1, textLength: 300 } }));
    const two = [place.root, place.root];
    await expect(policy.allow({ cwd: place.root, additionalDirectories: two })).rejects.toThrow('at most 1 additional');
    await expect(policy.allow({ cwd: `/${'x'.repeat(300)}` })).rejects.toThrow('longer than 300 characters');
  });
});

describe('agents', () => {
  test('an agent is chosen by its name, the first by default', async () => {
    using place = folders();
    const policy = setupPolicy(rulesOf(place.root));
    expect((await policy.allow({ cwd: place.root, agent: 'second' })).agent).toBe('second');
    expect((await policy.allow({ cwd: place.root, agent: null })).agent).toBe('first');
    for (const agent of ['third', '__proto__', 1, ['first'], { name: 'first' }]) {
      await expect(policy.allow({ cwd: place.root, agent })).rejects.toThrow('no such agent; it has first, second.');
    }
    const none = setupPolicy({ agents: [], roots: [place.root] });
    await expect(none.allow({ cwd: place.root })).rejects.toThrow('This hub has no agents');
  });
});

describe('MCP servers', () => {
  const program = { type: 'stdio', name: 'p', command: '/bin/tool', args: ['a'] } as McpServer;
  const address = { type: 'http', name: 'h', url: 'https://mcp.example/', headers: [] } as McpServer;

  test('programs are refused unless the operator allows them, and variables always', async () => {
    using place = folders();
    const ask = (server: McpServer, more?: Partial<SetupRules>): Promise<unknown> =>
      setupPolicy(rulesOf(place.root, more))
        .allow({ cwd: place.root, mcpServers: [server] })
        .then(({ mcpServers }) => mcpServers[0]);
    await expect(ask(program)).rejects.toThrow('its operator allows that with --allow-mcp-stdio.');
    const withoutType = { name: 'p', command: '/bin/tool' } as unknown as McpServer;
    await expect(ask(withoutType)).rejects.toThrow('must be of type http or stdio');
    const allowed = { allowsMcpStdio: true };
    expect(await ask(program, allowed)).toEqual({ ...program, env: [] });
    const withVariables = { ...program, env: [{ name: 'LD_PRELOAD', value: '/tmp/x.so' }] } as McpServer;
    await expect(ask(withVariables, allowed)).rejects.toThrow('takes no environment variables');
  });

  test('only fields that are defined reach the agent', async () => {
    using place = folders();
    const sly = { ...address, command: '/bin/sh', env: [{ name: 'A', value: 'b' }], _meta: { hooks: 'x' } };
    const { mcpServers } = await setupPolicy(rulesOf(place.root)).allow({
      cwd: place.root,
      mcpServers: [sly],
    });
    expect(mcpServers).toEqual([address]);
  });

  test('addresses are of the web, without passwords, and can be forbidden', async () => {
    using place = folders();
    const ask = (url: string, more?: Partial<SetupRules>): Promise<unknown> =>
      setupPolicy(rulesOf(place.root, more)).allow({
        cwd: place.root,
        mcpServers: [{ ...address, url } as McpServer],
      });
    await expect(ask('file:///etc/passwd')).rejects.toThrow('must begin with https:// or http://.');
    await expect(ask('not an address')).rejects.toThrow('must begin with https:// or http://.');
    await expect(ask('https://a:b@mcp.example/')).rejects.toThrow('use headers');
    await expect(ask('https://mcp.example/', { allowsMcpHttp: false })).rejects.toThrow('takes no MCP servers');
    await expect(ask('https://mcp.example/', { limits: { mcpServers: 0 } })).rejects.toThrow('at most 0 MCP servers');
  });
});
