import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { ManifestProblem } from '../report/check-report.ts';
import { goodBinary, goodIcon, goodManifest, testFolder } from '../report/manifest-folder.test-support.ts';
import { manifestRules, type RuleId } from '../report/rules.ts';
import { checkFolder } from './check-folder.ts';
import { binary, cases, drawn, everywhere, linux, npx, svg, uvx, type Case } from './rule-cases.test-support.ts';

async function problemsOf({ manifest, text, files, ...rest }: Omit<Case, 'at'>): Promise<readonly ManifestProblem[]> {
  const drawing = 'icon' in rest ? rest.icon : goodIcon;
  await using folder = await testFolder({
    'rose/agent.json': text ?? { ...goodManifest, ...manifest },
    ...(drawing !== undefined && { 'rose/icon.svg': drawing }),
    ...files,
  });
  return (await checkFolder(folder.path)).problems;
}

describe('a folder that keeps all rules', () => {
  test.each([
    ['a package', {}],
    ['builds for all systems', binary({})],
    [
      'bare programs and tarballs',
      linux({ archive: 'https://registry.example/rose/-/rose-1.2.3.tgz', cmd: 'bin/rose' }),
    ],
    [
      'a release with a short tag',
      { version: '1.2.0', ...everywhere('https://a.example/releases/download/v1.2/rose') },
    ],
    ['long numbers', { version: '10.56.30', ...everywhere('https://a.example/releases/download/v10.56.30/rose') }],
    ['a Python package', uvx('rose[acp]==1.2.3')],
    ['a license expression', { license: '(MIT OR Apache-2.0) AND GPL-2.0-only WITH Classpath-exception-2.0' }],
    ['a proprietary license', { license: 'proprietary' }],
    [
      'empty and harmless variables',
      npx('@garden/rose@1.2.3', { env: { API_KEY: '', A_TOKEN: '<your token>', LEVEL: 'info' } }),
    ],
    [
      'fields that are not known',
      {
        stars: 5,
        script: 'x',
        tags: ['a'],
        models: [],
        keywords: [],
        homepage: 'x',
        web: 'x',
        _meta: { 'garden.example/x': [1] },
      },
    ],
    ['an icon by name', { icon: './icon.svg' }],
  ])('has no problems with %s', async (_, manifest) => {
    expect(await problemsOf({ manifest })).toEqual([]);
  });

  test.each([
    svg(drawn, 'width="16px" height="16.0" viewBox="0 0 900 900"'),
    svg(drawn, 'viewBox="0 0 16 16.0"'),
    svg('<g fill="currentColor"><path d="M0 0h9"/></g><title>Rose</title>'),
    svg('<style>.a { fill: currentColor; stroke: none }</style><path class="a" d="M0 0h9"/>'),
    svg('<path style="fill:none; stroke:CurrentColor;" d="M0 0h9"/>'),
    svg(`${drawn}<defs><clipPath id="a"><path d="M0 0h9"/></clipPath></defs><g clip-path="url(#a)"/>`),
    `<?xml version="1.0" encoding="UTF-8"?>\n<!-- a rose -->\n${svg(drawn)}\n`,
  ])('accepts the icon %s', async (text) => {
    expect(await problemsOf({ icon: text })).toEqual([]);
  });
});

describe.each(Object.entries(cases) as [RuleId, readonly Case[]][])('the rule %s', (rule, each) => {
  test.each(each)('finds what is wrong at $at (%#)', async ({ at, ...changes }) => {
    const problems = await problemsOf(changes);
    const found = problems.filter((problem) => problem.rule === rule);
    expect(found.map((problem) => `${problem.file}#${problem.path}`)).toContain(at);
    for (const { level, message } of found) {
      expect(level).toBe(manifestRules[rule].level);
      expect(message).toMatch(/^[A-Z"a-z-][\u0020-\u007e]*\.$/u);
    }
  });
});

describe('the rules of a team', () => {
  test('a system without a build is a warning for a team, and an error for the official registry', async () => {
    const distribution = { binary: { 'linux-x86_64': { ...goodBinary['linux-x86_64'] } } };
    await using folder = await testFolder({ 'rose/agent.json': { ...goodManifest, distribution } });
    expect(await checkFolder(folder.path)).toMatchObject({ passed: false });
    const report = await checkFolder(folder.path, { rules: 'team' });
    expect(report.passed).toBe(true);
    const missing = report.problems.filter(({ rule }) => rule === 'binary-coverage');
    expect(missing.map(({ level, message }) => `${level}: ${message.slice(0, 35)}`)).toEqual([
      'warning: There is no build for Windows: add ',
      'warning: There is no build for macOS: add da',
    ]);
  });

  test('other rules hold for a team, too', async () => {
    await using folder = await testFolder({ 'rose/agent.json': { ...goodManifest, license: 'Apache' } });
    expect(await checkFolder(folder.path, { rules: 'team' })).toMatchObject({ passed: false });
    const wrong = checkFolder(folder.path, { rules: 'garden' as 'team' });
    await expect(wrong).rejects.toThrow('Unknown rules "garden"; use official or team.');
  });
});

describe('the rules about the folder', () => {
  test('a folder without manifests has none to check', async () => {
    await using folder = await testFolder({ 'docs/readme.md': 'x' });
    const report = await checkFolder(folder.path);
    expect(report).toMatchObject({ passed: false, problems: [{ rule: 'agents-present', file: '.' }] });
    expect(report.unchecked).toEqual(['The folder docs was ignored: it has no agent.json.']);
  });

  test('manifests, icons and folders that are links, pipes or too large are not read', async () => {
    await using folder = await testFolder({
      'secret.json': goodManifest,
      'tulip/agent.json': { ...goodManifest, id: 'tulip' },
      'rose/readme.md': '',
      'lily/agent.json': ' '.repeat(256 * 1024 + 1),
      'oak/agent.json': { ...goodManifest, id: 'oak' },
      'oak/icon.svg': goodIcon + ' '.repeat(64 * 1024),
      'iris/readme.md': '',
      'aster/agent.json': Buffer.from([0xff, 0xfe]).toString('latin1'),
    });
    await symlink(join(folder.path, 'secret.json'), join(folder.path, 'rose/agent.json'));
    await symlink('/etc/hostname', join(folder.path, 'tulip/icon.svg'));
    await symlink(join(folder.path, 'tulip'), join(folder.path, 'violet'));
    await writeFile(join(folder.path, 'aster/agent.json'), Buffer.from([0xff, 0xfe]));
    execFileSync('mkfifo', [join(folder.path, 'iris/agent.json')]);
    const { problems } = await checkFolder(folder.path);
    const plain = problems.filter(({ rule }) => rule === 'plain-file').map((problem) => problem.file);
    expect(plain).toEqual([
      'aster/agent.json',
      'iris/agent.json',
      'lily/agent.json',
      'oak/icon.svg',
      'rose/agent.json',
      'tulip/icon.svg',
      'violet',
    ]);
  });

  test('an id belongs to one entry, and works as a file name', async () => {
    await using folder = await testFolder({
      'rose/agent.json': goodManifest,
      'tulip/agent.json': goodManifest,
      'aux/extension.json': { ...goodManifest, id: 'aux' },
    });
    const { problems, ids } = await checkFolder(folder.path);
    expect(ids).toEqual(['aux', 'rose', 'rose']);
    expect(problems.filter(({ rule }) => rule.startsWith('id-')).map(({ rule, file: where }) => [where, rule])).toEqual(
      [
        ['aux/extension.json', 'id-portable'],
        ['tulip/agent.json', 'id-folder'],
        ['tulip/agent.json', 'id-unique'],
      ],
    );
  });

  test('the folder of one agent is checked by its own name', async () => {
    await using folder = await testFolder({ 'rose/agent.json': goodManifest, 'rose/icon.svg': goodIcon });
    expect(await checkFolder(join(folder.path, 'rose'))).toEqual({
      passed: true,
      kind: 'agent',
      ids: ['rose'],
      problems: [],
      unchecked: [
        'No address was asked, so archives and packages may not exist.',
        'Agents were not started, so their auth methods are not known.',
      ],
    });
    await rename(join(folder.path, 'rose'), join(folder.path, 'tulip'));
    const { problems } = await checkFolder(join(folder.path, 'tulip'));
    expect(problems).toMatchObject([{ file: 'agent.json', path: '/id', rule: 'id-folder' }]);
  });

  test('folders of tools and those set aside are left out', async () => {
    await using folder = await testFolder({
      'rose/agent.json': goodManifest,
      '.git/agent.json': 'x',
      '_later/agent.json': 'x',
      'dist/agent.json': 'x',
      'node_modules/agent.json': 'x',
      'README.md': '',
    });
    expect(await checkFolder(folder.path)).toMatchObject({ passed: true, kind: 'registry', ids: ['rose'] });
  });

  test('a folder that does not exist is an error of the caller', async () => {
    await expect(checkFolder('/nowhere/at/all')).rejects.toThrow('does not exist');
  });
});

describe('hostile input', () => {
  // Each of these would take minutes if a pattern were tried from every position, or every way to split it.
  test.each([
    ['strings without an end', { text: `{"${String.raw`\"`.repeat(100_000)}` }],
    ['a style sheet with many rules', { icon: svg(`${drawn}<style>${'a{} '.repeat(10_000)}b</style>`) }],
    ['comments without an end', { icon: svg(`${drawn}<style>${'/*'.repeat(30_000)}</style>`) }],
    ['many tags in a comment', { icon: `<!-- ${'<svg '.repeat(10_000)} -->${svg(drawn)}` }],
    ['deep elements', { icon: svg('<g>'.repeat(10_000) + '</g>'.repeat(10_000)) }],
    ['a long version', { manifest: { version: `1.2.3-${'1'.repeat(100_000)}!` } }],
    ['a long license', { manifest: { license: '('.repeat(100_000) } }],
    ['a long package', { manifest: npx('a@'.repeat(50_000)) }],
    ['a long address', { manifest: linux({ archive: `https://a.example/-/${'a-1.1.1-'.repeat(20_000)}.tgz` }) }],
  ])('is refused in time: %s', async (_, changes) => {
    expect((await problemsOf(changes)).length).toBeGreaterThan(0);
  });
});

describe('a report', () => {
  test('is in the same order whatever the order of the files', async () => {
    const names = ['tulip', 'aster', 'rose', 'lily'];
    const reports = [];
    for (const order of [names, names.toReversed()]) {
      await using folder = await testFolder();
      for (const name of order) {
        await mkdir(join(folder.path, name));
        await writeFile(
          join(folder.path, name, 'agent.json'),
          JSON.stringify({ id: 'x', license: 'no', version: '1' }),
        );
      }
      reports.push(JSON.stringify(await checkFolder(folder.path)));
    }
    expect(reports[0]).toBe(reports[1]);
  });

  test('repeats no control characters, credentials or long texts of a manifest', async () => {
    const problems = await problemsOf({
      manifest: {
        id: '\u001B[2Jrose',
        license: '\u202E'.repeat(9) + 'x'.repeat(500),
        distribution: { '\u0007bell': {}, npx: { package: 'a@1.2.3', env: { A: 'sk-ant-abcdefgh12345678', B: 7 } } },
      },
      icon: svg(`${drawn}<path fill="\u202Ered" d="M0 0"/>`),
    });
    const texts = problems.map(({ message }) => message).join('\n');
    expect(texts).not.toMatch(/[^\n\u0020-\u007e]/u);
    expect(texts).not.toContain('abcdefgh12345678');
    expect(problems.every(({ message }) => message.length < 400)).toBe(true);
  });
});

test('every rule is broken by a test', () => {
  const elsewhere = ['agents-present', 'plain-file', 'id-unique', 'id-portable'];
  const byNetworkAndHandshake = Object.keys(manifestRules).filter((rule) => /^(?:online|handshake)-/u.test(rule));
  const tested = [...Object.keys(cases), ...elsewhere, ...byNetworkAndHandshake];
  expect(tested.toSorted()).toEqual(Object.keys(manifestRules).toSorted());
});

test('a folder that is not there, or is a file, is a RegistryError with a sentence', async () => {
  await using folder = await testFolder({ 'rose/agent.json': goodManifest });
  for (const [path, words] of [
    [`${folder.path}/nothere`, `The folder ${folder.path}/nothere does not exist.`],
    [
      `${folder.path}/rose/agent.json`,
      `${folder.path}/rose/agent.json is no folder; name the folder of the agent or registry.`,
    ],
  ] as const)
    await expect(checkFolder(path)).rejects.toMatchObject({ name: 'RegistryError', code: 'invalid', message: words });
});

test('a manifest that is not JSON counts as an agent, and the line of its mistake is named', async () => {
  await using folder = await testFolder({ 'rose/agent.json': goodManifest, 'tulip/agent.json': '{\n  "id": tulip\n}' });
  const { ids, problems } = await checkFolder(folder.path);
  expect(ids).toEqual(['rose', 'tulip']);
  expect(problems.map(({ message }) => message)).toContain('The manifest is not JSON: line 2, column 9.');
});
