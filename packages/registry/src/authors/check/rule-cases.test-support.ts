/** What breaks each rule that reading a folder shows. */
import { goodBinary, goodManifest } from '../report/manifest-folder.test-support.ts';
import { skeleton, skeletonIcon } from '../folder/skeleton.ts';
import type { RuleId } from '../report/rules.ts';

/** A change of the good manifest; `icon` and `files` change what is beside it. */
export interface Case {
  readonly manifest?: object;
  readonly text?: string;
  readonly icon?: string | undefined;
  readonly files?: Readonly<Record<string, unknown>>;
  /** Where the problem is. */
  readonly at: string;
}

export const binary = (changes: object): object => ({ distribution: { binary: { ...goodBinary, ...changes } } });
export const linux = (changes: object): object =>
  binary({ 'linux-x86_64': { ...goodBinary['linux-x86_64'], ...changes } });
export const everywhere = (address: string): object => ({
  distribution: {
    binary: Object.fromEntries(Object.keys(goodBinary).map((target) => [target, { archive: address, cmd: 'rose' }])),
  },
});
export const npx = (spec: string, more: object = {}): object => ({ distribution: { npx: { package: spec, ...more } } });
export const uvx = (spec: string): object => ({ distribution: { uvx: { package: spec } } });
export const svg = (content: string, attributes = 'width="16" height="16"'): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
export const drawn = '<path fill="currentColor" d="M0 0h9"/>';
const file = 'rose/agent.json';
const icon = 'rose/icon.svg';
const archive = `${file}#/distribution/binary/linux-x86_64/archive`;
const fromRelease = (name: string): object => linux({ archive: `https://github.com/garden/rose/releases/${name}` });

/** What breaks each rule that reading the folder shows. */
export const cases: Partial<Record<RuleId, readonly Case[]>> = {
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
  'version-release': ['1.2.3-beta.1', '1.2.3+build.5', '1.2.3-0.a-b+001'].map((version) => ({
    manifest: { ...npx(`@garden/rose@${version}`), version },
    at: `${file}#/version`,
  })),
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
    { manifest: fromRelease('download/v1.2.3/rose.zip?of=/latest/'), at: archive },
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
    { manifest: linux({ archive: 'missing.zip' }), at: archive },
    { manifest: linux({ archive: '../rose/agent.json' }), at: archive },
    { manifest: linux({ archive: '/etc/hostname' }), at: archive },
    { manifest: { repository: 'http://downloads.example/rose' }, at: `${file}#/repository` },
    { manifest: linux({ archive: 'https://me:secret@downloads.example/rose.zip' }), at: archive },
    { manifest: { repository: 'javascript:alert(1)' }, at: `${file}#/repository` },
    { manifest: { website: 'https://a.example/\nx' }, at: `${file}#/website` },
    { manifest: { license_url: 'ftp://a.example' }, at: `${file}#/license_url` },
    { manifest: { icon: 'data:image/svg+xml,<svg/>' }, at: `${file}#/icon` },
  ],
  'address-public': [
    { manifest: linux({ archive: 'http://127.0.0.1:41903/rose.zip' }), at: archive },
    { manifest: linux({ archive: 'https://localhost/rose.zip' }), at: archive },
    { manifest: { website: 'http://[::1]/' }, at: `${file}#/website` },
    { manifest: { icon: 'http://127.0.0.1/rose.svg' }, at: `${file}#/icon` },
  ],
  'archive-published': [
    { manifest: linux({ archive: 'rose.zip' }), files: { 'rose/rose.zip': 'x' }, at: archive },
    { manifest: linux({ archive: './builds/rose' }), files: { 'rose/builds/rose': 'x' }, at: archive },
  ],
  'misspelled-field': ['autors', 'licence', 'Description', 'repositry', 'author', 'versoin'].map((name) => ({
    manifest: { [name]: 'x' },
    at: `${file}#/${name}`,
  })),
  'placeholder-address': [
    { manifest: { repository: `${skeleton.repositories}/rose` }, at: `${file}#/repository` },
    { manifest: linux({ archive: `${skeleton.repositories}/rose/releases/download/v1.2.3/rose.zip` }), at: archive },
  ],
  'unknown-field': [
    { manifest: npx('@garden/rose@1.2.3', { registry: 'x' }), at: `${file}#/distribution/npx/registry` },
    { manifest: { distribution: { ...goodManifest.distribution, _meta: {} } }, at: `${file}#/distribution/_meta` },
    { manifest: linux({ _meta: {} }), at: `${file}#/distribution/binary/linux-x86_64/_meta` },
    { manifest: linux({ 'pre/install': 'x' }), at: `${file}#/distribution/binary/linux-x86_64/pre~1install` },
  ],
  license: ['Apache', 'MIT OR', 'Proprietary', 'see LICENSE', '', '('.repeat(10_000)].map((license) => ({
    manifest: { license },
    at: `${file}#/license`,
  })),
  'filled-in': [
    { manifest: { description: skeleton.description }, at: `${file}#/description` },
    { manifest: { authors: ['Ann', skeleton.author] }, at: `${file}#/authors/1` },
    { icon: skeletonIcon, at: `${icon}#` },
  ],
  'license-present': [{ manifest: { license: undefined }, at: `${file}#` }],
  'variable-name': ['A;id #', '1A', 'A B', ''].map((name) => ({
    manifest: npx('@garden/rose@1.2.3', { env: { [name]: '1' } }),
    at: `${file}#/distribution/npx/env/${name}`,
  })),
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
    svg(`${drawn}<use href="#a"/>`),
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
    svg(drawn, 'viewBox="0,0,16,16"'),
    svg(drawn, 'width = "16" height = "16"'),
    `<!-- <svg width="99" height="99"> -->${svg(drawn)}`,
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
    svg(`${drawn}<!-- fill="red" -->`),
    svg(`${drawn}<g data-stroke="red"/>`),
    svg(`${drawn}<g style="x-fill: red"/>`),
    svg(`${drawn}<path fill="url(#a)" d="M0 0h9"/>`),
    svg(`${drawn}<defs><linearGradient id="a"><stop stop-color="#123456"/></linearGradient></defs>`),
    svg(`${drawn}<g filter="drop-shadow(0 0 red)"/>`),
  ].map((text) => ({ icon: text, at: `${icon}#` })),
};
