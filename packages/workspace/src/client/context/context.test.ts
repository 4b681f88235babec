/** Context for one turn, and its providers. */
import { execFileSync } from 'node:child_process';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import {
  createHostileRepository,
  dangerousSettings,
  settingPlaces,
} from '../../../../../test/support/hostile-repository.ts';
import { createSampleProject, type SampleProject } from '../../sample-project.test-support.ts';
import { openWorkspace, type Workspace } from '../../workspace.ts';
import { collectContext, type ContextProvider } from './context.ts';
import { activeFileContext, gitContext, selectionContext } from './context-providers.ts';
import type { EditorState } from '../editor/editor-state.ts';

const saying = (name: string, text: string): ContextProvider => ({
  name,
  collect: async () => ({ title: name, text }),
});
const silent: ContextProvider = { name: 'silent', collect: async () => undefined };

/** What is collected, and what was said about the rest. */
async function collected(...providers: readonly ContextProvider[]): Promise<[items: unknown, skipped: string[]]> {
  const skipped: string[] = [];
  const items = await collectContext(providers, { size: 100, onSkipped: (sentence) => skipped.push(sentence) });
  return [items, skipped];
}

describe('context', () => {
  test('is what the providers say, in their order', async () => {
    expect(await collected(saying('a', 'one'), silent, saying('b', 'two'), saying('c', ''))).toEqual([
      [
        { title: 'a', text: 'one' },
        { title: 'b', text: 'two' },
      ],
      [],
    ]);
  });

  test('is cut where a provider says too much', async () => {
    const [items] = await collected(saying('a', `${'x'.repeat(99)}🌹rose`));
    expect(items).toEqual([{ title: 'a', text: `${'x'.repeat(99)}\n[6 characters were left out here]` }]);
  });

  test('goes without a provider that fails, and says so in one sentence', async () => {
    const failing: ContextProvider = {
      name: 'bad',
      collect: () => Promise.reject(new Error('the shed is locked\nand so on')),
    };
    expect(await collected(failing, saying('a', 'one'))).toEqual([
      [{ title: 'a', text: 'one' }],
      ['the context bad was left out: the shed is locked'],
    ]);
  });

  test('goes without a provider that takes too long, even one that does not listen', async () => {
    const alarms = new Set<() => void>();
    const clock = {
      now: () => 0,
      schedule: (_: number, alarm: () => void) => {
        alarms.add(alarm);
        return () => void alarms.delete(alarm);
      },
    };
    const skipped: string[] = [];
    const deaf: ContextProvider = { name: 'deaf', collect: () => new Promise(() => undefined) };
    const found = collectContext([deaf, saying('a', 'one')], {
      clock,
      time: 500,
      onSkipped: (each) => skipped.push(each),
    });
    for (const alarm of alarms) alarm();
    expect(await found).toEqual([{ title: 'a', text: 'one' }]);
    expect(skipped).toEqual(['the context deaf was left out: it took longer than 500 milliseconds']);
    expect(alarms.size).toBe(0);
  });

  test('is not collected any longer after an abort', async () => {
    const leaving = new AbortController();
    const found = collectContext([{ name: 'deaf', collect: () => new Promise(() => undefined) }], {
      signal: leaving.signal,
    });
    leaving.abort(new Error('gone'));
    await expect(found).rejects.toThrow('gone');
  });
});

describe('the usual providers', () => {
  let project: SampleProject;
  let opened: Workspace;
  const workspace = async (): Promise<Workspace> => opened;
  const never = new AbortController().signal;

  beforeEach(async () => {
    project = createSampleProject();
    project.write({ 'rose.ts': 'export const rose = 1;\n' });
    opened = await openWorkspace({ cwd: project.root });
  });

  afterEach(async () => {
    await opened[Symbol.asyncDispose]();
    project[Symbol.dispose]();
  });

  const editor = (
    path: string | undefined,
    selection?: ReturnType<NonNullable<EditorState['selection']>>,
  ): EditorState => ({
    open: () => [],
    recent: () => [],
    active: () => (path === undefined ? undefined : { path }),
    selection: () => selection,
  });

  test('tell what git says, and nothing outside of a repository', async () => {
    const git = gitContext(workspace);
    expect(await git.collect(never)).toBeUndefined();
    execFileSync('git', ['init', '-q', '-b', 'main'], { cwd: project.root });
    expect(await git.collect(never)).toEqual({
      title: 'git status',
      text: '## No commits yet on main\n?? rose.ts',
    });
  });

  test.each(settingPlaces)('run no program that a repository names in: %s', async (place) => {
    using repository = createHostileRepository({ settings: dangerousSettings, place });
    await using inside = await openWorkspace({ cwd: repository.folder });
    const found = await gitContext(() => Promise.resolve(inside)).collect(never);
    expect(found?.text).toMatch(/^## (?:main|side)$/u);
    expect(repository.ran()).toEqual([]);
  });

  test('read the file in focus inside of the roots, and no other', async () => {
    const active = (path: string | undefined): Promise<unknown> =>
      activeFileContext(editor(path), workspace).collect(never);
    expect(await active(project.at('rose.ts'))).toEqual({
      title: 'Active file: rose.ts',
      text: 'export const rose = 1;\n',
    });
    expect(await active(undefined)).toBeUndefined();
    await expect(active(`${project.outside}/secret.txt`)).rejects.toThrow(
      /secret\.txt cannot be read here \(outside\)/u,
    );
  });

  test('tell what is selected, and where', async () => {
    const selected = (selection: ReturnType<NonNullable<EditorState['selection']>>): Promise<unknown> =>
      selectionContext(editor(project.at('rose.ts'), selection), project.root).collect(never);
    expect(await selected({ text: 'rose', startLine: 1, endLine: 3 })).toEqual({
      title: 'Selection: rose.ts:1-3',
      text: 'rose',
    });
    expect(await selected({ text: 'rose', startLine: 1 })).toMatchObject({ title: 'Selection: rose.ts:1' });
    expect(await selected({ text: '' })).toBeUndefined();
    expect(await selected(undefined)).toBeUndefined();
  });
});
