import { execFileSync } from 'node:child_process';
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import type { ManifestProblem } from '../report/check-report.ts';
import { goodBinary, goodIcon, goodManifest, testFolder } from '../report/manifest-folder.test-support.ts';
import { manifestRules, type RuleId } from '../report/rules.ts';
import { checkFolder } from './check-folder.ts';

/** A change of the good manifest; `icon` and `files` change what is beside it. */
interface Case {
  readonly manifest?: object;
  readonly text?: string;
  readonly icon?: string | undefined;
  readonly files?: Readonly<Record<string, unknown>>;
  /** Where the problem is. */
  readonly at: string;
}

const binary = (changes: object): object => ({ distribution: { binary: { ...goodBinary, ...changes } } });
const linux = (changes: object): object => binary({ 'linux-x86_64': { ...goodBinary['linux-x86_64'], ...changes } });
const everywhere = (address: string): object => ({
  distribution: {
    binary: Object.fromEntries(Object.keys(goodBinary).map((target) => [target, { archive: address, cmd: 'rose' }])),
  },
});
const npx = (spec: string, more: object = {}): object => ({ distribution: { npx: { package: spec, ...more } } });
const uvx = (spec: string): object => ({ distribution: { uvx: { package: spec } } });
const svg = (content: string, attributes = 'width="16" height="16"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
const drawn = '<path fill="currentColor" d="M0 0h9"/>';
const file = 'rose/agent.json';
const icon = 'rose/icon.svg';
const archive = `${file}#/distribution/binary/linux-x86_64/archive`;
const fromRelease = (name: string): object => linux({ archive: `https://github.com/garden/rose/releases/${name}` });

/** What breaks each rule that reading the folder shows. */
const cases: Partial<Record<RuleId, readonly Case[]>> = {
  'one-manifest': [{ files: { 'rose/extension.json': goodManifest }, at: `${file}#` }],
  json: [
    { text: '{"id": "rose",}', at: `${file}#` },
    { text: '', at: `${file}#` },
    { text: '\uFEFF{}', at: `${file}#` },
    { text: '['.repeat(5000) + ']'.repeat(5000), at: `${file}#` },
  ],
  'unique-keys': [
    { text: JSON.stringify(goodManifest).replace('{', '{"id":"tulip",'), at: `${file}#/id` },
    {
      text: JSON.stringify(goodManifest).replace('"args"', '"package":"evil","args"'),
      at: `${file}#/distribution/npx/package`,
    },
  ],
  schema: [
    { text: '[]', at: `${file}#` },
    { manifest: { id: 'Rose' }, at: `${file}#/id` },
    { manifest: { name: '' }, at: `${file}#/name` },
    { manifest: { description: undefined }, at: `${file}#/description` },
    { manifest: { version: undefined }, at: `${file}#/version` },
    { manifest: { distribution: undefined }, at: `${file}#/distribution` },
    { manifest: { distribution: {} }, at: `${file}#/distribution` },
    { manifest: { authors: 'me' }, at: `${file}#/authors` },
    { manifest: npx(''), at: `${file}#/distribution/npx/package` },
    { manifest: { distribution: { uvx: { args: [] } } }, at: `${file}#/distribution/uvx/package` },
    { manifest: npx('@garden/rose@1.2.3', { args: 'acp' }), at: `${file}#/distribution/npx/args` },
    { manifest: npx('@garden/rose@1.2.3', { env: { LEVEL: 1 } }), at: `${file}#/distribution/npx/env/LEVEL` },
    { manifest: linux({ archive: undefined }), at: archive },
    { manifest: linux({ cmd: undefined }), at: archive.replace('archive', 'cmd') },
    { manifest: linux({ sha256: 'abc' }), at: archive.replace('archive', 'sha256') },
  ],
  'id-folder': [{ manifest: { id: 'tulip' }, at: `${file}#/id` }],
  'version-semver': ['1', '1.2', 'v1.2.3', '1.2.3.4', '01.2.3', '1.2.3-', '1.2.3-01', '1.2.3 ', 'latest'].map(
    (version) => ({
      manifest: { ...npx('@garden/rose'), version },
      at: `${file}#/version`,
    }),
  ),
  'version-agrees': [
    { manifest: npx('@garden/rose@1.2.4'), at: `${file}#/distribution/npx/package` },
    { manifest: npx('rose@next'), at: `${file}#/distribution/npx/package` },
    { manifest: npx('rose@^1.2.3'), at: `${file}#/distribution/npx/package` },
    { manifest: uvx('rose==1.2.4'), at: `${file}#/distribution/uvx/package` },
    { manifest: uvx('rose[acp]@1.2.4'), at: `${file}#/distribution/uvx/package` },
    { manifest: uvx('rose>=1.2.4'), at: `${file}#/distribution/uvx/package` },
    { manifest: fromRelease('download/v1.2.4/rose.zip'), at: archive },
    { manifest: fromRelease('download/1.3/rose.zip'), at: archive },
    { manifest: fromRelease('download/cli-v1.2.3-beta.1/rose.zip'), at: archive },
    { manifest: linux({ archive: 'https://registry.example/rose/-/rose-1.2.4.tgz' }), at: archive },
  ],
  'version-latest': [
    { manifest: npx('@garden/rose@latest'), at: `${file}#/distribution/npx/package` },
    { manifest: uvx('rose@LATEST'), at: `${file}#/distribution/uvx/package` },
    { manifest: fromRelease('latest/download/rose.zip'), at: archive },
  ],
  'version-pinned': [
    { manifest: npx('@garden/rose'), at: `${file}#/distribution/npx/package` },
    { manifest: uvx('rose>=1.2.3'), at: `${file}#/distribution/uvx/package` },
  ],
  'distribution-kind': [
    { manifest: { distribution: { ...goodManifest.distribution, docker: {} } }, at: `${file}#/distribution/docker` },
  ],
  'package-name': ['https://evil.example/a.tgz', '../rose', '--call=rm', 'git+ssh://a/b', 'a b'].map((spec) => ({
    manifest: npx(spec),
    at: `${file}#/distribution/npx/package`,
  })),
  'binary-target': [
    {
      manifest: binary({ 'plan9-x86_64': goodBinary['linux-x86_64'] }),
      at: `${file}#/distribution/binary/plan9-x86_64`,
    },
  ],
  'binary-coverage': Object.keys(goodBinary).map((target) => ({
    manifest: binary({ [target]: undefined }),
    at: `${file}#/distribution/binary`,
  })),
  'binary-command': ['/bin/sh', '../rose', './a/../../rose', '', '.', './', 'a\\..\\b'].map((cmd) => ({
    manifest: linux({ cmd }),
    at: archive.replace('archive', 'cmd'),
  })),
  'archive-format': ['rose.dmg', 'rose.deb', 'rose.tar.xz', 'rose.7z', 'rose.AppImage'].map((name) => ({
    manifest: fromRelease(`download/v1.2.3/${name}`),
    at: archive,
  })),
  address: [
    { manifest: linux({ archive: 'http://downloads.example/rose.zip' }), at: archive },
    { manifest: linux({ archive: 'rose.zip' }), at: archive },
    { manifest: linux({ archive: 'https://me:secret@downloads.example/rose.zip' }), at: archive },
    { manifest: { repository: 'javascript:alert(1)' }, at: `${file}#/repository` },
    { manifest: { website: 'https://a.example/\nx' }, at: `${file}#/website` },
    { manifest: { license_url: 'ftp://a.example' }, at: `${file}#/license_url` },
    { manifest: { icon: 'data:image/svg+xml,<svg/>' }, at: `${file}#/icon` },
  ],
  'unknown-field': [
    { manifest: npx('@garden/rose@1.2.3', { registry: 'x' }), at: `${file}#/distribution/npx/registry` },
    { manifest: linux({ 'pre/install': 'x' }), at: `${file}#/distribution/binary/linux-x86_64/pre~1install` },
  ],
  license: ['Apache', 'MIT OR', 'Proprietary', 'see LICENSE', '', '('.repeat(10_000)].map((license) => ({
    manifest: { license },
    at: `${file}#/license`,
  })),
  'license-present': [{ manifest: { license: undefined }, at: `${file}#` }],
  secret: [
    {
      manifest: npx('@garden/rose@1.2.3', { env: { A: 'sk-ant-abcdefgh12345678' } }),
      at: `${file}#/distribution/npx/env/A`,
    },
    {
      manifest: npx('@garden/rose@1.2.3', { env: { API_TOKEN: '9f86d081884c7d65' } }),
      at: `${file}#/distribution/npx/env/API_TOKEN`,
    },
    {
      manifest: npx('@garden/rose@1.2.3', { args: ['--key=ghp_abcdefgh12345678'] }),
      at: `${file}#/distribution/npx/args/0`,
    },
    {
      manifest: linux({ env: { 'a/b': 'AKIAABCDEFGHIJKLMNOP' } }),
      at: `${file}#/distribution/binary/linux-x86_64/env/a~1b`,
    },
  ],
  'icon-present': [{ icon: undefined, at: `${file}#` }],
  'icon-file': ['../tulip/icon.svg', 'missing.svg', 'icon.png', '/etc/icon.svg', 'a/icon.svg'].map((name) => ({
    manifest: { icon: name },
    at: `${file}#/icon`,
  })),
  'icon-svg': [
    '',
    'no svg',
    '<svg/>',
    '<svg xmlns="http://www.w3.org/2000/svg">',
    '<html xmlns="http://www.w3.org/1999/xhtml"/>',
  ].map((text) => ({ icon: text, at: `${icon}#` })),
  'icon-safe': [
    svg(`${drawn}<script>alert(1)</script>`),
    svg(`${drawn}<g onload="alert(1)"/>`),
    svg(`${drawn}<a href="https://evil.example">${drawn}</a>`),
    svg(`${drawn}<image href="https://evil.example/x.png"/>`),
    svg(`${drawn}<use href="https://evil.example/x.svg#a"/>`),
    svg(`${drawn}<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="other.svg#a"/>`),
    svg(`${drawn}<foreignObject><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>`),
    svg(`${drawn}<animate attributeName="fill" to="red"/>`),
    svg(`${drawn}<set attributeName="href" to="javascript:alert(1)"/>`),
    svg(`${drawn}<style>@import "https://evil.example/x.css";</style>`),
    svg(`${drawn}<style>path { mask: url(https://evil.example/x) }</style>`),
    svg(`${drawn}<style>path { fi\\6cl: red }</style>`),
    svg(`${drawn}<g style="mask: url(https://evil.example/x)"/>`),
    svg(`${drawn}<g clip-path="url( 'https://evil.example/x' )"/>`),
    svg(`${drawn}<evil:path xmlns:evil="https://evil.example"/>`),
    svg(`${drawn}<svg/>`),
    `<!DOCTYPE svg [<!ENTITY a "b">]>${svg(drawn)}`,
    `<!DOCTYPE svg SYSTEM "https://evil.example/x.dtd">${svg(drawn)}`,
    `<?xml-stylesheet href="https://evil.example/x.css"?>${svg(drawn)}`,
  ].map((text) => ({ icon: text, at: `${icon}#` })),
  'icon-size': [
    svg(drawn, ''),
    svg(drawn, 'width="24" height="24"'),
    svg(drawn, 'width="16" height="24"'),
    svg(drawn, 'width="16em" height="16em"'),
    svg(drawn, 'width="16"'),
    svg(drawn, 'viewBox="0 0 24 24"'),
    svg(drawn, 'width="24" height="24" viewBox="0 0 16 16"'),
    svg(drawn, 'width="100%" viewBox="0 0 16 16"'),
  ].map((text) => ({ icon: text, at: `${icon}#` })),
  'icon-color': [
    svg('<path d="M0 0h9"/>'),
    svg('<path fill="none" d="M0 0h9"/>'),
    svg(`${drawn}<path fill="#f00" d="M0 0h9"/>`),
    svg(`${drawn}<path fill="&#114;ed" d="M0 0h9"/>`),
    svg(`${drawn}<path fill="none" stroke="red" d="M0 0h9"/>`),
    svg(`${drawn}<path style="fill: /* x */ red" d="M0 0h9"/>`),
    svg(`${drawn}<path style="FILL:rgb(1, 2, 3)!important" d="M0 0h9"/>`),
    svg(`${drawn}<style>path { stroke: red }</style>`),
    svg(`${drawn}<style><![CDATA[path { fill: var(--x) }]]></style>`),
    svg(`<g color="red">${drawn}</g>`),
    svg(`${drawn}<path fill="url(#a)" d="M0 0h9"/>`),
    svg(`${drawn}<defs><linearGradient id="a"><stop stop-color="#123456"/></linearGradient></defs>`),
    svg(`${drawn}<g filter="drop-shadow(0 0 red)"/>`),
  ].map((text) => ({ icon: text, at: `${icon}#` })),
};

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
    ['a pre-release', { version: '1.2.3-beta.1+build.5', ...npx('@garden/rose@1.2.3-beta.1+build.5') }],
    ['a license expression', { license: '(MIT OR Apache-2.0) AND GPL-2.0-only WITH Classpath-exception-2.0' }],
    ['a proprietary license', { license: 'proprietary' }],
    [
      'empty and harmless variables',
      npx('@garden/rose@1.2.3', { env: { API_KEY: '', A_TOKEN: '<your token>', LEVEL: 'info' } }),
    ],
    ['fields that are not known', { stars: 5, _meta: { 'garden.example/x': [1] } }],
    ['an icon by name', { icon: './icon.svg' }],
  ])('has no problems with %s', async (_, manifest) => {
    expect(await problemsOf({ manifest })).toEqual([]);
  });

  test.each([
    svg(drawn, 'width="16px" height="16.0" viewBox="0 0 900 900"'),
    svg(drawn, 'viewBox="0,0,16,16"'),
    svg('<g fill="currentColor"><path d="M0 0h9"/></g><title>Rose</title>'),
    svg('<style>.a { fill: currentColor; stroke: none }</style><path class="a" d="M0 0h9"/>'),
    svg('<path style="fill:none; stroke:CurrentColor;" d="M0 0h9"/>'),
    svg(`${drawn}<defs><clipPath id="a"><path d="M0 0h9"/></clipPath></defs><use href="#b" clip-path="url(#a)"/>`),
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
        'No address was asked, so that archives and packages may not exist.',
        'Agents were not started, so that their auth methods are not known.',
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
    await expect(checkFolder('/nowhere/at/all')).rejects.toThrow('ENOENT');
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
