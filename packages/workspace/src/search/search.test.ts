/** Search on a real disk. */
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { createSampleProject, type SampleProject } from '../sample-project.test-support.ts';
import { defaultLimits, type WorkspaceLimits } from '../contract/limits.ts';
import { openRoots } from '../paths/roots.ts';
import { Search, type ContentMatch, type ContentSearch } from './search.ts';

async function open(
  project: SampleProject,
  limits: Partial<WorkspaceLimits> = {},
  more: readonly string[] = [],
): Promise<Search> {
  const roots = await openRoots({ cwd: project.root, additionalDirectories: more }, 'handle');
  return new Search(roots, { ...defaultLimits, ...limits });
}

async function all(search: ContentSearch): Promise<ContentMatch[]> {
  const matches: ContentMatch[] = [];
  for await (const match of search) matches.push(match);
  return matches;
}

const places = (matches: readonly ContentMatch[]): string[] =>
  matches.map(({ path, line, column }) => `${path.split('/root/')[1]}:${line}:${column}`);

describe('a search for text', () => {
  test('finds lines, in the order of the paths', async () => {
    using project = createSampleProject();
    project.write({ 'b/x.txt': 'no\nthe tulip\r\ntulip, tulip', 'a.txt': '🌷é tulip\n', 'c.txt': 'Tulip' });
    const search = (await open(project)).content('tulip');
    expect(await all(search)).toEqual([
      { path: project.at('a.txt'), line: 1, column: 5, text: '🌷é tulip' },
      { path: project.at('b/x.txt'), line: 2, column: 5, text: 'the tulip' },
      { path: project.at('b/x.txt'), line: 3, column: 1, text: 'tulip, tulip' },
    ]);
    expect(search.summary).toEqual({ files: 3, bytes: 44, matches: 3, tooLarge: 0, isTruncated: false });
  });

  test('takes case or not, text or an expression', async () => {
    using project = createSampleProject();
    project.write({ 'a.txt': 'Tulip (red)\ntulips.\nGRÜN\n' });
    const search = await open(project);
    expect(places(await all(search.content('TULIP', { caseSensitive: false })))).toEqual(['a.txt:1:1', 'a.txt:2:1']);
    expect(places(await all(search.content('(red)', { caseSensitive: false })))).toEqual(['a.txt:1:7']);
    expect(places(await all(search.content('grün', { caseSensitive: false })))).toEqual(['a.txt:3:1']);
    expect(places(await all(search.content(/s\.$/gu)))).toEqual(['a.txt:2:6']);
    expect(places(await all(search.content(/^$/u)))).toEqual([]);
    expect(() => search.content('')).toThrow(/empty/u);
    expect(() => search.content('a\nb')).toThrow(/line break/u);
  });

  test('finds the same with a text and with an expression', async () => {
    const content = fc.array(fc.constantFrom('a', 'ab', '\n', '\r\n', 'é', '🌷', ' '), { maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(content, fc.constantFrom('a', 'b', 'ab', 'é', '🌷', 'aa', 'b a'), async (parts, query) => {
        using project = createSampleProject();
        project.write({ 'a.txt': parts.join('') });
        const search = await open(project);
        expect(await all(search.content(query))).toEqual(await all(search.content(new RegExp(query, 'u'))));
      }),
      { numRuns: 40 },
    );
  });

  test('passes over what is binary, too large, ignored, a link, .git or node_modules', async () => {
    using project = createSampleProject();
    project.write({
      '.git/config': 'tulip',
      '.gitignore': 'ignored/\n',
      '.hidden': 'tulip',
      binary: new Uint8Array([...Buffer.from('tulip'), 0]),
      'ignored/a.txt': 'tulip',
      'large.txt': `${'x'.repeat(300_000)}tulip`,
      'node_modules/x/index.js': 'tulip',
      'ok.txt': 'tulip',
    });
    symlinkSync(project.outside, project.at('link'));
    symlinkSync(join(project.outside, 'secret.txt'), project.at('link.txt'));
    const search = await open(project, { searchFileBytes: 250_000 });
    const found = search.content('tulip');
    expect(places(await all(found))).toEqual(['.hidden:1:1', 'ok.txt:1:1']);
    expect(found.summary.tooLarge).toBe(1);
    expect(await all(search.content(/secret/u, { includeIgnored: true }))).toEqual([]);
    expect(places(await all(search.content('tulip', { includeIgnored: true })))).toEqual([
      '.hidden:1:1',
      'ignored/a.txt:1:1',
      'node_modules/x/index.js:1:1',
      'ok.txt:1:1',
    ]);
  });

  test('looks only at the files that are asked for', async () => {
    using project = createSampleProject();
    project.write({ 'a.ts': 'x', 'a.test.ts': 'x', 'src/b.ts': 'x', 'c.md': 'x' });
    const search = await open(project);
    expect(places(await all(search.content('x', { glob: ['*.ts', '!*.test.ts'] })))).toEqual([
      'a.ts:1:1',
      'src/b.ts:1:1',
    ]);
    expect(places(await all(search.content('x', { glob: 'src/**' })))).toEqual(['src/b.ts:1:1']);
  });

  test('ends at its limits and says so', async () => {
    using project = createSampleProject();
    project.write(Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`${index}.txt`, 'x\nx\n'])));
    const search = await open(project);
    const limited = search.content('x', { limit: 7 });
    expect(await all(limited)).toHaveLength(7);
    expect(limited.summary.isTruncated).toBe(true);
    const exact = search.content('x', { limit: 100 });
    expect(await all(exact)).toHaveLength(100);
    expect(exact.summary.isTruncated).toBe(false);
    const few = (await open(project, { searchFiles: 3 })).content('x');
    expect(await all(few)).toHaveLength(6);
    expect(few.summary.isTruncated).toBe(true);
  });

  test('takes so many of one file, and goes on with the next', async () => {
    using project = createSampleProject();
    project.write({ 'a.txt': 'x\nx\nx\n', 'b.txt': 'x\n' });
    const search = await open(project);
    for (const query of ['x', /x/u]) {
      const found = search.content(query, { perFile: 2 });
      expect(places(await all(found))).toEqual(['a.txt:1:1', 'a.txt:2:1', 'b.txt:1:1']);
      expect(found.summary.isTruncated).toBe(false);
    }
  });

  test('shows a part of a long line around the match', async () => {
    using project = createSampleProject();
    project.write({ 'min.js': `${'a'.repeat(5000)}tulip${'b'.repeat(5000)}` });
    for (const query of ['tulip', /tulip/u]) {
      const [match] = await all((await open(project)).content(query));
      expect(match?.column).toBe(5001);
      expect(match?.text).toHaveLength(400);
      expect(match?.text).toContain('tulip');
    }
  });

  test('searches every root, and one that is inside of another only once', async () => {
    using project = createSampleProject();
    project.write({ '.gitignore': 'vendor\n', 'a.txt': 'x', 'vendor/b.txt': 'x', 'sub/c.txt': 'x' });
    const search = await open(project, {}, [project.at('vendor'), project.at('sub')]);
    expect(places(await all(search.content('x')))).toEqual(['a.txt:1:1', 'vendor/b.txt:1:1', 'sub/c.txt:1:1']);
  });

  test('is not held up by an expression that takes for ever', async () => {
    using project = createSampleProject();
    project.write({ 'a.txt': `${'a'.repeat(60)}!` });
    const search = await open(project, { expressionMs: 150 });
    await expect(all(search.content(/^(a+)+$/u))).rejects.toMatchObject({
      code: 'too-slow',
      path: project.at('a.txt'),
    });
  });

  test('can be called off, also in the middle of an expression', async () => {
    using project = createSampleProject();
    project.write({ 'a.txt': `${'a'.repeat(60)}!` });
    const search = await open(project, { expressionMs: 600_000 });
    const controller = new AbortController();
    const found = search.content(/^(a+)+$/u, { signal: controller.signal });
    const next = found[Symbol.asyncIterator]().next();
    // The file is counted when its content is handed to the expression.
    await expect.poll(() => found.summary.files).toBe(1);
    controller.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
    const aborted = search.content('x', { signal: AbortSignal.abort(new Error('never')) });
    await expect(all(aborted)).rejects.toThrow('never');
  });

  test('leaves nothing open when the iteration ends early', async () => {
    using project = createSampleProject();
    project.write(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`${index}/a.txt`, 'x\n'])));
    const search = await open(project);
    const before = readdirSync('/proc/self/fd').length;
    for await (const match of search.content('x')) {
      expect(match.line).toBe(1);
      break;
    }
    // Something else may have a file open for a moment; what is lost stays open.
    await expect.poll(() => readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before);
  });
});

describe('a search for files', () => {
  test('takes a glob', async () => {
    using project = createSampleProject();
    project.write({ 'a.ts': '', 'src/b.ts': '', 'src/c.md': '' });
    expect(await (await open(project)).files('**/*.ts')).toEqual({
      paths: [project.at('a.ts'), project.at('src/b.ts')],
      isTruncated: false,
    });
  });

  test('takes characters, and answers with the best first', async () => {
    using project = createSampleProject();
    project.write({ 'src/roots.ts': '', 'src/roots.test.ts': '', 'docs/r/o/o/t/s.md': '', 'src/other.ts': '' });
    const search = await open(project);
    const { paths } = await search.files('roots.ts');
    expect(paths).toEqual([project.at('src/roots.ts'), project.at('src/roots.test.ts')]);
    expect((await search.files('ROOTS')).paths[0]).toBe(project.at('src/roots.ts'));
    expect((await search.files('srcoth')).paths).toEqual([project.at('src/other.ts')]);
    expect(await search.files('o', { limit: 1 })).toMatchObject({ isTruncated: true, paths: [expect.any(String)] });
  });
});
