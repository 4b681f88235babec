/**
 * No document shows a sample that nothing checks.
 *
 * Code comes from `examples/`, which run, or is run by `test/api/readme-run.test.ts`; sessions and screens are replayed by
 * `cli-guides.test.ts`, and other command lines are run, or listed with a reason, by `documented-commands.test.ts`. Here is
 * the rest: every command line is one that `acp` or `npm` takes, and data can be read.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { repository } from '../support/checkout.ts';
import { commandsOf, parseAcp } from '../support/command-lines.ts';
import { documentFences, type Fence } from '../support/fences.ts';

const fences = documentFences();
const read = (file: string): string => readFileSync(join(repository, file), 'utf8');

/** What checks a sample by its language, or by what stands behind it. */
const kinds: Readonly<Record<string, (fence: Fence) => boolean>> = {
  'a snippet of an example': ({ info }) => /^examples\/\S+#/u.test(info),
  'replayed by a test': ({ info }) => /^(?:run|screen.*|tell-acp)$/u.test(info),
  'compiled by test/api/readme.test.ts, and run by readme-run.test.ts': ({ language }) =>
    ['ts', 'tsx'].includes(language),
  'command lines': ({ language }) => ['sh', 'console'].includes(language),
  data: ({ language }) => ['json', 'jsonc'].includes(language),
  'output or a drawing': ({ language }) => language === '',
  'settings of an editor that is not installed with the tests': ({ language }) =>
    ['lua', 'elisp', 'vim'].includes(language),
  'checked by a test of its page': ({ file, language }) => testsOfPages[`${file} ${language}`] !== undefined,
};

/** The tests that read a page by its name. */
const testsOfPages: Readonly<Record<string, string>> = {
  'docs/guides/publish-your-agent.md yaml': 'test/e2e/cli-guides.test.ts',
  'docs/guides/run-agents-in-ci.md yaml': 'test/e2e/agent-action.test.ts',
  'docs/guides/test-your-agent.md yaml': 'test/conformance/action.test.ts',
};

test('every sample has a check', () => {
  const unchecked = fences.filter((fence) => !Object.values(kinds).some((fits) => fits(fence)));
  expect(unchecked.map(({ place, language }) => `${place} ${language}`)).toEqual([]);
  expect(fences.length).toBeGreaterThan(250);
});

test.each(Object.entries(testsOfPages))('%s is read by %s', (page, file) => {
  expect(read(file)).toContain(page.split(' ')[0]);
});

test('a snippet that replaces an example comes from one that is run', () => {
  const sources = new Set(fences.flatMap(({ info }) => /^(examples\/[^/#]+)\//u.exec(info)?.[1] ?? []));
  expect(sources.size).toBeGreaterThan(15);
  // An example with a `main.ts` runs in examples.test.ts; tests of their own run the others.
  const tests = ['cli-guides', 'hub-examples', 'other-agents', 'editor-state-guide', 'agent-script', 'packed-packages']
    .map((name) => read(`test/e2e/${name}.test.ts`))
    .join('\n');
  const unused = [...sources].filter(
    (folder) => !existsSync(join(repository, folder, 'main.ts')) && !tests.includes(folder.replace('examples/', '')),
  );
  expect(unused).toEqual([]);
});

/** The commands of a shell text, or of a session, with the place of the sample. */
const commands = fences
  .filter(({ language }) => ['sh', 'console'].includes(language))
  .flatMap(({ place, language, code }) => {
    const typed = Array.from(code.matchAll(/^\$ (.*)$/gmu), ([, line = '']) => line).join('\n');
    return commandsOf(language === 'sh' ? code : typed).map((words) => ({ place, words }));
  });

describe('the command lines', () => {
  const ofAcp = commands.filter(({ words: [program = ''] }) => /^(?:\.\/bin\/)?acp$/u.test(program));

  test.each(ofAcp.map(({ place, words }) => [place, words.slice(1)] as const))(
    '%s: acp takes %j',
    async (_place, words) => {
      await parseAcp(words.map((word) => (word === '[agent]' ? 'agent' : word)));
    },
  );

  test('of npm in a checkout name scripts that it has', () => {
    const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
    const templates = ['chat', 'build', 'judge'];
    const missing = commands.filter(({ words: [program, verb, name = ''] }) => {
      if (program !== 'npm') return false;
      const script = verb === 'run' ? name : verb;
      if (['install', 'init', 'pkg', 'create'].includes(script ?? '')) return false;
      return scripts[script ?? ''] === undefined && !templates.includes(script ?? '');
    });
    expect(missing).toEqual([]);
  });
});

test.each(
  fences
    .filter(({ language, info }) => /^jsonc?$/u.test(language) && info === '')
    .map(({ place, code }) => [place, code]),
)('%s is data that can be read', (_place, code) => {
  // Comments and commas at the end are those of JSONC; what is in a string stays.
  const json = code.replaceAll(/"(?:\\.|[^"\\])*"|\/\/[^\n]*|,(?=\s*[}\]])/gu, (text) =>
    text.startsWith('"') ? text : '',
  );
  expect(() => JSON.parse(json) as unknown).not.toThrow();
});
