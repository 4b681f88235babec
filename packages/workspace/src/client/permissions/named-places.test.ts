/** Files and commands count wherever a permission request names them. */
import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { RequestPermissionRequest } from '@acp-stack/schema/v2/unstable';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createSampleProject, type SampleProject } from '../../sample-project.test-support.ts';
import { clientMachine } from '../files-and-terminals/client-machine.ts';
import { createSession } from '../files-and-terminals/machine.test-support.ts';
import { namedPlaces } from './named-places.ts';
import { permissionHandler, type PermissionHandlerOptions } from './permission-handler.ts';
import { openPermissionMemory } from './permission-memory.ts';
import type { PermissionPolicy } from './permission-policy.ts';
import { readPermission } from '../../questions/permission-question.ts';

const request = (toolCall: object): RequestPermissionRequest => ({
  sessionId: 's1',
  title: 'May I?',
  subject: { type: 'tool_call', toolCall: { toolCallId: 'c1', ...toolCall } },
  options: [
    { optionId: 'yes', name: 'Allow', kind: 'allow_once' },
    { optionId: 'always', name: 'Always', kind: 'allow_always' },
    { optionId: 'no', name: 'Reject', kind: 'reject_once' },
    { optionId: 'never', name: 'Never', kind: 'reject_always' },
  ],
});

let project: SampleProject;

beforeEach(() => {
  project = createSampleProject();
  project.write({ 'src/a.ts': '', 'secret/x': '' });
  mkdirSync(project.at('.git/hooks'), { recursive: true });
});

afterEach(() => {
  project[Symbol.dispose]();
});

/** The option that is chosen without a user. */
async function decide(toolCall: object, options: PermissionHandlerOptions): Promise<string | undefined> {
  await using machine = clientMachine();
  const context = { session: createSession(project.root), sessionId: 's1', signal: new AbortController().signal };
  const outcome = await permissionHandler({ machine, ...options })(request(toolCall), context);
  return outcome.outcome === 'selected' ? outcome.optionId : undefined;
}

const named = (toolCall: object): ReturnType<typeof namedPlaces> => namedPlaces(readPermission(request(toolCall)));

/** Requests that name `path` in all the ways that agents have. */
const spelled = (path: string): Readonly<Record<string, object>> => ({
  location: { locations: [{ path }] },
  'location with file:': { locations: [{ path: pathToFileURL(path).href }] },
  'location with FILE://localhost': { locations: [{ path: `FILE://localhost${path}` }] },
  'location with an encoded letter': {
    locations: [{ path: `file://${path.replace(/.$/u, (c) => `%${c.charCodeAt(0).toString(16)}`)}` }],
  },
  ...Object.fromEntries(
    [
      'path file file_path filePath abs_path notebook_path fileName uri cwd workdir from to source destination',
      'old_path newPath directory target_file root anything',
    ]
      .join(' ')
      .split(' ')
      .map((key) => [`rawInput.${key}`, { rawInput: { [key]: path } }]),
  ),
  'rawInput.paths': { rawInput: { paths: ['src/a.ts', path] } },
  'rawInput.files': { rawInput: { files: [{ name: path, content: 'x' }] } },
  'rawInput.arguments': { rawInput: { server: 'fs', arguments: { path } } },
  'rawInput as JSON': { rawInput: { arguments: JSON.stringify({ path }) } },
  'rawInput with a file: address': { rawInput: { q: pathToFileURL(path).href } },
  'a field for each file': { rawInput: { changes: { [path]: { add: { content: 'x' } } } } },
  'a patch': { rawInput: { input: `*** Begin Patch\n*** Update File: ${path}\n@@\n-a\n+b\n*** End Patch` } },
  'a text around it': { rawInput: { path: ` ${path}\n` } },
  resource_link: {
    content: [{ type: 'content', content: { type: 'resource_link', name: 'x', uri: pathToFileURL(path).href } }],
  },
  resource: {
    content: [
      { type: 'content', content: { type: 'resource', resource: { uri: pathToFileURL(path).href, text: '' } } },
    ],
  },
  diff: { content: [{ type: 'diff', changes: [{ operation: 'modify', path }] }] },
  'a move': { content: [{ type: 'diff', changes: [{ operation: 'move', oldPath: path, path: 'src/b.ts' }] }] },
});

const ways = Object.keys(spelled('/x'));

describe('a file that is named as', () => {
  const rules: PermissionPolicy = {
    rules: [
      { decision: 'allow', kind: ['read', 'edit'] },
      { decision: 'deny', path: 'secret/**' },
    ],
  };

  test.each(ways)('%s is denied by a rule for its folder', async (way) => {
    for (const kind of ['read', 'edit']) {
      const call = (path: string): object => ({ kind, ...spelled(project.at(path))[way] });
      expect(await decide(call('secret/x'), { policy: rules })).toBe('no');
      expect(await decide(call('src/a.ts'), { policy: rules })).toBe('yes');
    }
  });

  test.each(ways)('%s counts when everything but protected paths is allowed', async (way) => {
    const call = (path: string): object => ({ kind: 'edit', ...spelled(project.at(path))[way] });
    expect(await decide(call('.git/hooks/pre-commit'), { policy: 'allow-all' })).toBe('no');
    expect(await decide(call('.git/hooks/pre-commit'), { policy: 'allow-all', allowsProtected: true })).toBe('yes');
    expect(await decide(call('src/a.ts'), { policy: 'allow-all' })).toBe('yes');
  });

  test.each(ways)('%s has to be inside for reading', async (way) => {
    const isChange = way === 'diff' || way === 'a move' || way === 'rawInput.files';
    const call = (path: string): object => ({ kind: 'read', ...spelled(path)[way] });
    expect(await decide(call(join(project.outside, 'shadow')), { policy: 'allow-reads' })).toBe('no');
    if (!isChange) expect(await decide(call(project.at('src/a.ts')), { policy: 'allow-reads' })).toBe('yes');
  });

  test.each(ways)('%s has to be allowed besides the files that are', async (way) => {
    if (way.startsWith('location')) return;
    const policy: PermissionPolicy = { rules: [{ decision: 'allow', path: 'src/**' }] };
    const call = (path: string): object => ({
      kind: 'edit',
      locations: [{ path: project.at('src/a.ts') }],
      ...spelled(path)[way],
    });
    for (const each of [policy, 'allow-inside-roots'] as const) {
      expect(await decide(call(join(project.outside, 'x')), { policy: each })).toBe('no');
      expect(await decide(call(project.at('src/a.ts')), { policy: each })).toBe('yes');
    }
  });

  test.each(['path', 'file_path', 'filePath', 'from', 'newPath', 'uri', 'target_file'])(
    'a relative path in %s is denied by a rule for its folder',
    async (key) => {
      expect(await decide({ kind: 'edit', rawInput: { [key]: 'secret/x' } }, { policy: rules })).toBe('no');
      expect(await decide({ kind: 'edit', rawInput: { [key]: 'src/a.ts' } }, { policy: rules })).toBe('yes');
    },
  );

  test('a path only among the arguments is not enough for a rule that allows paths', async () => {
    const policy: PermissionPolicy = { rules: [{ decision: 'allow', path: 'src/**' }] };
    expect(await decide({ kind: 'edit', rawInput: { from: 'src/a.ts' } }, { policy })).toBe('no');
  });
});

describe('reading', () => {
  const reads = { policy: 'allow-reads' } as const;

  test.each([
    { command: 'rm -rf ~' },
    { command: ['bash', '-lc', 'rm -rf ~'] },
    { command: { program: 'rm' } },
    { cmd: 'ls' },
    { input: { command: 'ls' } },
    { arguments: '{"command":"ls"}' },
    { commands: ['ls', 'rm a'] },
    { script: 'rm a' },
  ])('with the command %j is not reading', async (rawInput) => {
    for (const kind of ['read', 'search']) {
      const call = { kind, rawInput, locations: [{ path: project.at('src/a.ts') }] };
      expect(await decide(call, reads)).toBe('no');
      expect(await decide(call, { policy: { rules: [{ decision: 'allow', kind: ['read', 'search'] }] } })).toBe('no');
      expect(await decide(call, { policy: 'allow-inside-roots' })).toBe('no');
      expect(await decide({ ...call, kind: 'edit' }, { policy: 'allow-inside-roots' })).toBe('no');
    }
  });

  test('with a command in the content or in the extension fields is not reading, and the question shows it', async () => {
    for (const call of [
      { kind: 'read', _meta: { example: { command: 'rm a' } } },
      { kind: 'read', content: [{ type: '_run', command: 'rm a' }] },
    ]) {
      expect(await decide(call, reads)).toBe('no');
      expect(readPermission(request(call))).toMatchObject({ command: 'rm a' });
    }
  });

  test.each([
    { title: 'Read /etc/shadow' },
    { title: 'Read `~/.ssh/id_rsa`' },
    { rawInput: { q: 'cat ../../x' } },
    { rawInput: ['-f', '$HOME/x'] },
    { content: [{ type: 'content', content: { type: 'text', text: 'From "/etc/shadow"' } }] },
  ])('of no clear place, such as %j, is not allowed', async (call) => {
    expect(await decide({ kind: 'read', ...call }, reads)).toBe('no');
  });

  test.each([{}, { title: 'Search and/or list' }, { rawInput: { pattern: 'to… do', limit: 3 } }])(
    'without anything that could be a path outside, such as %j, is allowed',
    async (call) => {
      expect(await decide({ kind: 'search', ...call }, reads)).toBe('yes');
    },
  );

  test('with a text to write is a change', async () => {
    const call = { kind: 'search', rawInput: { path: project.at('.git/config'), content: 'x' } };
    expect(await decide(call, { policy: 'allow-all' })).toBe('no');
    expect(await decide(call, reads)).toBe('no');
  });
});

describe('a change of a file that is not named', () => {
  test.each(['edit', 'move', 'delete'])('is not allowed by rules (%s)', async (kind) => {
    expect(await decide({ kind }, { policy: { rules: [{ decision: 'allow', kind: '*' }] } })).toBe('no');
    expect(await decide({ kind }, { policy: { rules: [], otherwise: 'allow' } })).toBe('no');
    expect(await decide({ kind }, { policy: 'allow-all' })).toBe('yes');
  });

  test.each([{ title: 'Edit .git/hooks/pre-commit' }, { rawInput: { q: 'append to `.bashrc`, please' } }])(
    'but hinted at, such as %j, is not allowed if it is protected',
    async (call) => {
      expect(await decide({ kind: 'edit', ...call }, { policy: 'allow-all' })).toBe('no');
    },
  );
});

describe('rules for commands', () => {
  test('deny if one of the commands matches, and allow if all do', async () => {
    const call = { kind: 'execute', rawInput: { commands: ['npm test', 'rm a'] } };
    const allow = { decision: 'allow', command: 'npm *' } as const;
    expect(await decide(call, { policy: { rules: [allow] } })).toBe('no');
    expect(await decide(call, { policy: { rules: [allow, { decision: 'allow', kind: '*' }] } })).toBe('yes');
    const deny = { decision: 'deny', command: 'rm *' } as const;
    expect(await decide(call, { policy: { rules: [deny, { decision: 'allow', kind: '*' }] } })).toBe('no');
  });
});

describe('a remembered answer', () => {
  const edit = (more: object = {}): object => ({
    kind: 'edit',
    locations: [{ path: project.at('src/a.ts') }],
    ...more,
  });
  const other = (): object => edit({ rawInput: { path: project.at('secret/x') } });

  test('that allows holds for the same files only, wherever the others are named', async () => {
    const memory = await openPermissionMemory({ project: project.root, folder: project.outside });
    await decide(edit(), { memory, ask: () => 'always' });
    expect(await decide(edit({ rawInput: { text: 'x', path: project.at('src/a.ts') } }), { memory })).toBe('always');
    expect(await decide(other(), { memory })).toBe('no');
    expect(await decide(edit({ rawInput: { command: 'rm a' } }), { memory })).toBe('no');
  });

  test('that refuses holds whatever else is named', async () => {
    const memory = await openPermissionMemory({ project: project.root, folder: project.outside });
    await decide(edit(), { memory, ask: () => 'never' });
    expect(await decide(other(), { memory, policy: 'allow-all' })).toBe('never');
    const again = await openPermissionMemory({ project: project.root, folder: project.outside });
    expect(await decide(other(), { memory: again, policy: 'allow-all' })).toBe('never');
  });
});

describe('what a request names', () => {
  test('is without texts, web addresses and comments', () => {
    const rawInput = {
      content: '/etc/shadow',
      old_string: '/a',
      query: '// a comment',
      note: '/* another */',
      url: 'https://example.com/a',
      uri: 'https://example.com/b',
      data: '/9j/4AAQ',
      type: 'text/plain',
    };
    expect(named({ kind: 'edit', rawInput })).toEqual({ paths: [], commands: [] });
  });

  test('has the home folder for ~, and the path of any other address', () => {
    expect(named({ rawInput: { path: '~/.ssh' } }).paths).toContain(join(homedir(), '.ssh'));
    expect(named({ rawInput: { uri: 'vscode-remote://host/etc/shadow' } }).paths).toEqual(['/etc/shadow']);
    expect(named({ locations: [{ path: 'file:///etc%2Fshadow' }] }).paths).toEqual(['/etc/shadow']);
  });

  test('may be any file if it names too many', async () => {
    const paths = Array.from({ length: 600 }, (_, index) => `src/${index}`);
    const call = { kind: 'read', rawInput: { paths } };
    expect(await decide(call, { policy: 'allow-reads' })).toBe('no');
    expect(await decide({ ...call, rawInput: { paths: paths.slice(300) } }, { policy: 'allow-reads' })).toBe('yes');
  });

  test('is found in nested values of any depth', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}{"path":"secret/x"}${']'.repeat(50_000)}`);
    expect(named({ rawInput: { a: deep } }).paths).toEqual(['secret/x']);
  });
});
