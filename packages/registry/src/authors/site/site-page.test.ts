import { createHash } from 'node:crypto';
import { Script } from 'node:vm';

import { describe, expect, test } from 'vitest';

import { goodBinary, goodIcon, goodManifest } from '../report/manifest-folder.test-support.ts';
import type { SiteEntry } from './agent-card.ts';
import { clientInstructions } from './client-instructions.ts';
import { sitePage } from './site-page.ts';

const rose: SiteEntry = { kind: 'agent', manifest: goodManifest, svg: goodIcon };
const tulip: SiteEntry = {
  kind: 'agent',
  manifest: {
    ...goodManifest,
    id: 'tulip',
    name: 'Tulip',
    license: 'proprietary',
    distribution: { binary: goodBinary },
  },
};
const page = (...entries: readonly SiteEntry[]): string => sitePage(entries, 'Agents');
const parts = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, part = '']) => part);

describe('the page', () => {
  test('has a card for each agent with what a user wants to know', () => {
    const text = page(rose, tulip);
    expect(parts(text, /<h2 id="name-(\w+)">/gu)).toEqual(['rose', 'tulip']);
    for (const part of [
      'Rose',
      '1.2.3',
      goodManifest.description,
      'Apache-2.0',
      goodManifest.repository,
      'The Gardeners',
    ])
      expect(text).toContain(part);
  });

  test('offers filters with the values that the agents have', () => {
    const text = page(rose, tulip, {
      kind: 'agent',
      manifest: { ...goodManifest, deployment: ['Cloud'] } as SiteEntry['manifest'],
    });
    const options = (name: string): readonly string[] =>
      parts(
        new RegExp(`<select name="${name}">(.*?)</select>`, 'u').exec(text)?.[1] ?? '',
        /<option value="([^"]*)">/gu,
      );
    expect(options('deployment')).toEqual(['', 'Cloud', 'Native program', 'Package runner']);
    expect(options('license')).toEqual(['', 'Apache-2.0', 'proprietary']);
    expect(options('distribution')).toEqual(['', 'Binary', 'npm (npx)']);
  });

  test('has no filter for the deployment if it would repeat that for the distribution', () => {
    const lily = { ...goodManifest, id: 'lily', distribution: { uvx: { package: 'lily@1.2.3' } } };
    expect(page(rose, tulip, { kind: 'agent', manifest: lily })).toContain('<select name="deployment">');
    expect(parts(page(rose, tulip), /<select name="(\w+)">/gu)).toEqual(['license', 'distribution']);
  });

  test('says how to add its registry before how to install an agent of it, and in the footer', () => {
    const text = sitePage([rose], 'Agents', 'https://garden.example/v1');
    const added = 'acp registry sources add garden https://garden.example/v1/registry.json';
    expect(text).toContain(`<code>${added}\nacp registry install rose\nacp chat rose</code>`);
    expect(text.slice(text.indexOf('<footer'))).toContain(`<code>${added}</code>`);
  });

  test.each([
    ['https://www.garden.example', 'garden'],
    ['http://127.0.0.1:8080', 'agents'],
    ['https://official.example', 'agents'],
    ['http://[::1]:80/x', 'agents'],
  ])('at %s is added by the name %s', (base, name) => {
    expect(sitePage([rose], 'Agents', base)).toContain(`acp registry sources add ${name} ${base}/registry.json`);
  });

  test('finds out its own address where it was not told', () => {
    const text = page(rose);
    const places = parts(text, /sources add agents <span class="address">([^<]*)<\/span>/gu);
    expect(places).toEqual(['https://…/registry.json', 'https://…/registry.json']);
    expect(text).toMatch(/querySelectorAll\('\.address'\)[\s\S]*new URL\('registry\.json', location\.href\)/u);
  });

  test('counts one agent as one', () => {
    expect(parts(page(rose), /role="status">([^<]*)</gu)).toEqual(['1 agent']);
    expect(parts(page(rose, tulip), /role="status">([^<]*)</gu)).toEqual(['2 agents']);
    expect(page(rose)).toContain('content="1 agent for clients');
  });

  test('shows one way to install at a time, that of acp first, also without its script', () => {
    const text = page(rose, tulip);
    const ways = parts(text, /<details class="way" name="(ways-\w+)"/gu);
    expect(new Set(ways)).toEqual(new Set(['ways-rose', 'ways-tulip']));
    expect(parts(text, /<details class="way" name="ways-\w+" open><summary>(\w+) /gu)).toEqual(['acp', 'acp']);
  });

  test('has a link to each agent', () => {
    const text = page(rose, tulip);
    for (const link of parts(text, /<a class="self" href="#([^"]+)"/gu))
      expect(text).toContain(`<article class="card" id="${link}"`);
    expect(parts(text, /<a class="self" href="#([^"]+)"/gu)).toEqual(['agent-rose', 'agent-tulip']);
  });

  test('needs nothing beside itself, and may run only its own script and style', () => {
    const text = page(rose);
    const [script = ''] = parts(text, /<script>([\s\S]*?)<\/script>/gu);
    const [style = ''] = parts(text, /<style>([\s\S]*?)<\/style>/gu);
    const hash = (part: string): string => `'sha256-${createHash('sha256').update(part).digest('base64')}'`;
    const [policy = ''] = parts(text, /content-security-policy" content="([^"]*)"/gu);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src ${hash(style)}`,
      `script-src ${hash(script)}`,
      'img-src data:',
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(text).not.toMatch(/<(?:link|img|iframe|object|embed|base)\b|\bsrc=|\sstyle=|\son\w+=|@import/u);
    expect(parts(style, /url\("([^"]{0,20})/gu).every((address) => address.startsWith('data:image/svg+xml;'))).toBe(
      true,
    );
    expect(() => new Script(script)).not.toThrow();
  });

  test('is readable without its script: the list is plain HTML, and only the tools are hidden', () => {
    const text = page(rose, tulip);
    expect(parts(text, /<(\w+)[^>]* hidden>/gu)).toEqual(['form', 'p']);
    expect(text.indexOf('<ul class="cards">')).toBeLessThan(text.indexOf('<script>'));
  });

  test('has a label for every control, a language, a title and one main heading', () => {
    const text = page(rose);
    expect(text).toMatch(/<html lang="en">[\s\S]*<title>Agents<\/title>/u);
    expect(parts(text, /<(h1)>/gu)).toHaveLength(1);
    const controls = parts(text, /<(input|select)\b/gu).length;
    expect(parts(text, /(<label[^>]*>[^<]+<(?:input|select))/gu)).toHaveLength(controls);
  });
});

describe('a hostile manifest', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onclick='alert(1)",
    '</style><script>alert(1)</script>',
    '<!-- ',
    '&lt;script&gt;',
    '\u202Egnp.exe',
  ];

  test.each(attacks)('adds no markup with %s', (attack) => {
    const manifest = {
      ...goodManifest,
      name: attack,
      version: `1.0.0-${attack}`,
      description: attack,
      license: attack,
      license_url: `https://a.example/${attack}`,
      repository: attack,
      website: `https://a.example/?${attack}`,
      authors: [attack],
      deployment: attack,
      distribution: { npx: { package: `a@${attack}`, args: [attack], env: { [attack]: attack } }, binary: goodBinary },
    };
    const text = sitePage([{ kind: 'agent', manifest, svg: `<svg>${attack}</svg>` }], attack);
    const plain = sitePage([{ kind: 'agent', manifest: goodManifest, svg: '<svg/>' }], 'Agents');
    expect(parts(text, /<(script)\b/gu)).toHaveLength(1);
    expect(text).not.toMatch(/<img|<!--|\sonclick='|\u202E/u);
    expect(parts(text, /<(\/style)>/gu)).toHaveLength(parts(plain, /<(\/style)>/gu).length);
  });

  test.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'data:text/html,x',
    'java\nscript:alert(1)',
    '//evil.example',
    'file:///etc',
  ])('adds no link to %s', (address) => {
    const manifest = { ...goodManifest, repository: address, website: address, license_url: address };
    const text = page({ kind: 'agent', manifest });
    const links = parts(text, /<a [^>]*href="([^"]*)"/gu).filter((each) => !/^#|^[\w.]+\.json$/u.test(each));
    expect(links).toEqual([]);
  });
});

describe('the instructions for clients', () => {
  test('pin the version of a package', () => {
    const texts = Object.fromEntries(clientInstructions(goodManifest).map(({ client, text }) => [client, text]));
    const entry = { command: 'npx', args: ['--yes', '@garden/rose@1.2.3', '--acp'] };
    expect(JSON.parse(texts['Zed'] ?? '')).toEqual({ agent_servers: { rose: { type: 'custom', ...entry } } });
    expect(JSON.parse(texts['JetBrains IDEs'] ?? '')).toEqual({ agent_servers: { rose: entry } });
    expect(JSON.parse(texts['VS Code (vscode-acp)'] ?? '')).toEqual({ 'acp.agents': { rose: entry } });
    expect(JSON.parse(texts['acpx'] ?? '')).toEqual({ agents: { rose: { argv: ['npx', ...entry.args] } } });
    expect(texts['Other clients']).toBe('npx --yes @garden/rose@1.2.3 --acp');
    expect(texts['acp']).toContain('acp chat rose');
  });

  test('have the variables of the agent for every client', () => {
    const env = { GARDEN: 'north east' };
    const manifest = { ...goodManifest, distribution: { npx: { package: '@garden/rose@1.2.3', env } } };
    const given = clientInstructions(manifest).filter(({ client }) => client !== 'acp');
    for (const { client, text } of given) expect(text, client).toContain('north east');
    const acpx = given.find(({ client }) => client === 'acpx')?.text ?? '';
    const argv = ['env', 'GARDEN=north east', 'npx', '--yes', '@garden/rose@1.2.3'];
    expect(JSON.parse(acpx)).toEqual({ agents: { rose: { argv } } });
  });

  test('quote what a shell would read otherwise, and name the program of a download', () => {
    const distribution = { uvx: { package: 'rose@1.2.3', args: ["it's; rm -rf $HOME"], env: { A: 'b c' } } };
    const other = (manifest: SiteEntry['manifest']): string | undefined =>
      clientInstructions(manifest).find(({ client }) => client === 'Other clients')?.text;
    expect(other({ ...goodManifest, distribution })).toBe(`A='b c' uvx rose@1.2.3 'it'\\''s; rm -rf $HOME'`);
    expect(other(tulip.manifest)).toBe('ROSE_MODE=acp /path/to/tulip/rose acp');
    expect(page(tulip)).toContain('Linux x86-64');
  });
});
