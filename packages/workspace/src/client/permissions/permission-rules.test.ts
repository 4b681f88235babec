import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { PermissionQuestion } from './permission-question.ts';
import {
  decideByRules,
  parsePermissionRules,
  PermissionRulesError,
  readPermissionRules,
  type PermissionRule,
  type RulePath,
} from './permission-rules.ts';

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

const decide = (
  rules: readonly PermissionRule[],
  about: Partial<PermissionQuestion>,
  paths: readonly RulePath[] = [],
) => decideByRules({ rules }, { ...question, ...about }, paths);

const within = (relative: string): RulePath => ({ path: `/project/${relative}`, relative });
const without = (path: string): RulePath => ({ path, relative: undefined });

describe('of the rules that fit', () => {
  test('the strictest decides, whatever their order', () => {
    const rules: PermissionRule[] = [
      { decision: 'allow', kind: '*' },
      { decision: 'deny', command: 'rm *' },
      { decision: 'ask', command: 'rm -i *' },
    ];
    for (const order of [rules, rules.toReversed()]) {
      expect(decide(order, { command: 'rm -i a' })).toBe('deny');
      expect(decide(order, { command: 'ls' })).toBe('allow');
    }
    expect(decide(rules.slice(2), { command: 'rm -i a' })).toBe('ask');
  });

  test('none means to ask, unless the user says otherwise', () => {
    expect(decide([{ decision: 'allow', kind: 'read' }], { kind: 'edit' })).toBe('ask');
    expect(decideByRules({ rules: [], otherwise: 'deny' }, question, [])).toBe('deny');
  });
});

describe('a rule', () => {
  test('fits when everything that it says does', () => {
    const rule: PermissionRule = { decision: 'allow', kind: ['read', 'search'], tool: 'mcp__*', path: 'src/**' };
    const about = { kind: 'read', tool: 'mcp__files' };
    expect(decide([rule], about, [within('src/a/b.ts')])).toBe('allow');
    expect(decide([rule], { ...about, kind: 'edit' }, [within('src/a/b.ts')])).toBe('ask');
    expect(decide([rule], { ...about, tool: 'bash' }, [within('src/a/b.ts')])).toBe('ask');
    expect(decide([rule], about, [within('test/a.ts')])).toBe('ask');
  });

  test('about something that the question does not say does not fit', () => {
    for (const rule of [{ tool: '*' }, { command: '*' }, { path: '**' }, { kind: 'read' }])
      expect(decide([{ decision: 'allow', ...rule }], {})).toBe('ask');
  });

  test('allows files only if all of them fit, and refuses if one does', () => {
    const paths = [within('src/a.ts'), within('secrets/key')];
    expect(decide([{ decision: 'allow', path: 'src/**' }], {}, paths)).toBe('ask');
    expect(decide([{ decision: 'deny', path: 'secrets/**' }], {}, paths)).toBe('deny');
  });

  test('with a relative pattern never fits a file outside', () => {
    expect(decide([{ decision: 'allow', path: '**' }], {}, [without('/etc/passwd')])).toBe('ask');
    expect(decide([{ decision: 'allow', path: '/etc/*' }], {}, [without('/etc/passwd')])).toBe('allow');
  });

  test.each([
    'npm test; rm -rf ~',
    'npm test && rm a',
    'npm test | sh',
    'npm test $(rm a)',
    'npm test `rm a`',
    'npm test\nrm a',
    'npm test > a',
  ])('that allows npm test* does not fit %j', (command) => {
    expect(decide([{ decision: 'allow', command: 'npm test*' }], { command })).toBe('ask');
    expect(decide([{ decision: 'deny', command: 'npm test*' }], { command })).toBe('deny');
    // What the user wrote out is what the user means.
    expect(decide([{ decision: 'allow', command }], { command })).toBe('allow');
  });

  test('that allows npm test* fits npm test with more words', () => {
    expect(decide([{ decision: 'allow', command: 'npm test*' }], { command: 'npm test -- --watch src/a.ts' })).toBe(
      'allow',
    );
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

  test.each([
    ['{', /not JSON/u],
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
