import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createSampleProject, type SampleProject } from '../../sample-project.test-support.ts';
import { openWorkspace, type Workspace } from '../../workspace.ts';
import type { PermissionQuestion } from '../../questions/permission-question.ts';
import {
  decideByRules,
  parsePermissionRules,
  PermissionRulesError,
  readPermissionRules,
  type PermissionRule,
  type RuleDecision,
} from './permission-rules.ts';
import { RuleFiles } from './rule-files.ts';

const question: PermissionQuestion = {
  sessionId: 's1',
  title: 'May I?',
  description: undefined,
  options: [],
  kind: undefined,
  tool: undefined,
  command: undefined,
  cwd: undefined,
  paths: [],
  diffs: [],
  rawInput: undefined,
};

let project: SampleProject;
let workspace: Workspace;

beforeEach(async () => {
  project = createSampleProject();
  workspace = await openWorkspace({ cwd: project.root });
});

afterEach(async () => {
  await workspace[Symbol.asyncDispose]();
  project[Symbol.dispose]();
});

async function decide(
  rules: readonly PermissionRule[],
  change: Partial<PermissionQuestion>,
  paths: readonly string[] = [],
): Promise<RuleDecision> {
  const about = { ...question, paths, ...change };
  return decideByRules({ rules }, about, await RuleFiles.of(about, () => Promise.resolve(workspace)));
}

describe('of the rules that fit', () => {
  test('the strictest decides, whatever their order', async () => {
    const rules: PermissionRule[] = [
      { decision: 'allow', kind: '*' },
      { decision: 'deny', command: 'rm *' },
      { decision: 'ask', command: 'rm -i *' },
    ];
    for (const order of [rules, rules.toReversed()]) {
      expect(await decide(order, { command: 'rm -i a' })).toBe('deny');
      expect(await decide(order, { command: 'ls' })).toBe('allow');
    }
    expect(await decide(rules.slice(2), { command: 'rm -i a' })).toBe('ask');
  });

  test('none means to ask, unless the user says otherwise', async () => {
    expect(await decide([{ decision: 'allow', kind: 'read' }], { kind: 'edit' })).toBe('ask');
    const none = await RuleFiles.of(question, () => Promise.resolve(undefined));
    expect(await decideByRules({ rules: [], otherwise: 'deny' }, question, none)).toBe('deny');
  });
});

describe('a rule', () => {
  test('fits when everything that it says does', async () => {
    const rule: PermissionRule = { decision: 'allow', kind: ['read', 'search'], tool: 'mcp__*', path: 'src/**' };
    const about = { kind: 'read', tool: 'mcp__files' };
    expect(await decide([rule], about, ['src/a/b.ts'])).toBe('allow');
    expect(await decide([rule], { ...about, kind: 'edit' }, ['src/a/b.ts'])).toBe('ask');
    expect(await decide([rule], { ...about, tool: 'bash' }, ['src/a/b.ts'])).toBe('ask');
    expect(await decide([rule], about, ['test/a.ts'])).toBe('ask');
  });

  test('about something that the question does not say does not fit', async () => {
    for (const rule of [{ tool: '*' }, { command: '*' }, { path: '**' }, { kind: 'read' }])
      expect(await decide([{ decision: 'allow', ...rule }], {})).toBe('ask');
  });

  test('allows files only if all of them fit, and refuses if one does', async () => {
    const paths = ['src/a.ts', 'secrets/key'];
    expect(await decide([{ decision: 'allow', path: 'src/**' }], {}, paths)).toBe('ask');
    expect(await decide([{ decision: 'deny', path: 'secrets/**' }], {}, paths)).toBe('deny');
  });

  test('with a relative pattern never fits a file outside', async () => {
    expect(await decide([{ decision: 'allow', path: '**' }], {}, ['/etc/passwd'])).toBe('ask');
    expect(await decide([{ decision: 'allow', path: '/etc/*' }], {}, ['/etc/passwd'])).toBe('allow');
  });

  test.each([
    'npm test; rm -rf ~',
    'npm test && rm a',
    'npm test | sh',
    'npm test $(rm a)',
    'npm test `rm a`',
    'npm test\nrm a',
    'npm test > a',
  ])('that allows npm test* does not fit %j', async (command) => {
    expect(await decide([{ decision: 'allow', command: 'npm test*' }], { command })).toBe('ask');
    expect(await decide([{ decision: 'deny', command: 'npm test*' }], { command })).toBe('deny');
    // What the user wrote out is what the user means.
    expect(await decide([{ decision: 'allow', command }], { command })).toBe('allow');
  });

  test('that allows npm test* fits npm test with more words', async () => {
    expect(
      await decide([{ decision: 'allow', command: 'npm test*' }], { command: 'npm test -- --watch src/a.ts' }),
    ).toBe('allow');
  });
});

describe('a rules file', () => {
  test('is read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'acp-rules-'));
    try {
      const path = join(folder, 'rules.json');
      writeFileSync(path, '{ "rules": [{ "decision": "allow", "kind": ["read"] }], "otherwise": "deny" }');
      expect(await readPermissionRules(path)).toEqual({
        rules: [{ decision: 'allow', kind: ['read'] }],
        otherwise: 'deny',
      });
      await expect(readPermissionRules(join(folder, 'none.json'))).rejects.toThrow(/none\.json cannot be read/u);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('is a regular file of a limited size', async () => {
    execFileSync('mkfifo', [project.at('pipe')]);
    symlinkSync('/dev/zero', project.at('zero'));
    writeFileSync(project.at('long'), ' '.repeat(9 * 1024 * 1024));
    for (const name of ['pipe', 'zero'])
      await expect(readPermissionRules(project.at(name))).rejects.toThrow(/cannot be read: it is not a regular file/u);
    await expect(readPermissionRules(project.at('long'))).rejects.toThrow(/cannot be read: it is larger than/u);
  });

  test.each([
    ['{', /not JSON/u],
    ['{"rules":[{"decision":"deny",\n"kind":"*"}],\n"rules":[]}', /line 3: "rules" is there again, after line 1/u],
    ['{"rules":[{"decision":"deny","kind":"*",\n"decision":"allow"}]}', /line 2: "decision" is there again/u],
    [String.raw`{"rules":[],"otherwise":"deny","otherwis\u0065":"allow"}`, /line 1: "otherwise" is there again/u],
    ['[]', /must be an object/u],
    ['{}', /"rules" must be a list/u],
    ['{"rules":[],"otherwise":"maybe"}', /"allow", "ask" or "deny"/u],
    ['{"rules":[],"rule":1}', /has no "rule"/u],
    ['{"rules":[7]}', /rules\[0\] must be an object/u],
    ['{"rules":[{"decision":"yes","kind":"read"}]}', /rules\[0\]\.decision/u],
    ['{"rules":[{"decision":"allow"}]}', /matches everything/u],
    ['{"rules":[{"decision":"allow","comand":"ls"}]}', /has no "comand"/u],
    ['{"rules":[{"decision":"allow","command":""}]}', /command must be a non-empty string/u],
    ['{"rules":[{"decision":"allow","kind":[]}]}', /kind must be a non-empty string/u],
    ['{"rules":[{"decision":"allow","kind":[1]}]}', /kind must be a non-empty string/u],
  ])('such as %s is refused', (text, message) => {
    expect(() => parsePermissionRules(text)).toThrow(PermissionRulesError);
    expect(() => parsePermissionRules(text)).toThrow(message);
  });
});
