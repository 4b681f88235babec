import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, test } from 'vitest';

import { loopbackServer } from '../fetch/loopback-server.test-support.ts';
import type { SourceContext } from '../sources/read-source.ts';
import { temporaryFolder } from '../sources/temporary-folder.test-support.ts';
import { readIcon } from './read-icon.ts';

const svg = (id: string): string => `<svg xmlns="http://www.w3.org/2000/svg"><path id="${id}"></path></svg>`;
const noon = Date.parse('2026-05-01T12:00:00Z');

function agentAt(location: string, icon?: string) {
  const manifest = {
    id: 'rosalind',
    name: 'Rosalind',
    version: '1.0.0',
    description: '',
    distribution: {},
    ...(icon !== undefined && { icon }),
  };
  return { manifest, source: { name: 'garden', location } };
}

const contextIn = (folder: string, clock = { now: noon }): SourceContext => ({
  folder: join(folder, 'cache'),
  maxAge: 1000,
  answerTimeout: 60_000,
  indexBytes: 1000,
  iconBytes: 1000,
  now: () => clock.now,
});

describe('the icon of an agent at an address', () => {
  test('is fetched once, cached, and asked for again when it is old', async () => {
    using folder = temporaryFolder();
    await using server = await loopbackServer((request, response) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else response.writeHead(200, { etag: '"1"' }).end('<svg onload="x"><path id="a"/></svg>');
    });
    const clock = { now: noon };
    const agent = agentAt(`${server.origin}/v1/registry.json`, 'icons/r.svg');
    const read = () => readIcon(agent, contextIn(folder.path, clock), {});
    expect([await read(), await read()]).toEqual([svg('a'), svg('a')]);
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/icons/r.svg']);
    clock.now += 1001;
    expect(await read()).toBe(svg('a'));
    expect(server.requests).toHaveLength(2);
    await server.stop();
    clock.now += 1001;
    expect(await read()).toBe(svg('a'));
  });

  test('is taken from beside the index, and never from another server', async () => {
    using folder = temporaryFolder();
    await using other = await loopbackServer((_request, response) => response.end(svg('tracked')));
    await using server = await loopbackServer((_request, response) => response.end(svg('own')));
    const agent = agentAt(`${server.origin}/v1/registry.json`, `${other.origin}/rosalind.svg`);
    expect(await readIcon(agent, contextIn(folder.path), {})).toBe(svg('own'));
    expect(server.requests.map(({ url }) => url)).toEqual(['/v1/rosalind.svg']);
    expect(other.requests).toHaveLength(0);
  });

  test.each([
    ['too large', (): string => svg('a'.repeat(2000))],
    ['not an SVG', (): string => '\u0089PNG'],
  ])('is undefined if it is %s', async (_name, body) => {
    using folder = temporaryFolder();
    await using server = await loopbackServer((_request, response) => response.end(body()));
    expect(await readIcon(agentAt(`${server.origin}/registry.json`), contextIn(folder.path), {})).toBeUndefined();
  });

  test('is not fetched if no address may be asked', async () => {
    using folder = temporaryFolder();
    await using server = await loopbackServer((_request, response) => response.end(svg('a')));
    expect(
      await readIcon(agentAt(`${server.origin}/registry.json`), contextIn(folder.path), { refresh: 'never' }),
    ).toBeUndefined();
    expect(server.requests).toHaveLength(0);
  });
});

describe('the icon of an agent at a path', () => {
  test('is in the folder of the agent, or beside the index', async () => {
    using folder = temporaryFolder();
    const context = contextIn(folder.path);
    mkdirSync(join(folder.path, 'rosalind'));
    writeFileSync(join(folder.path, 'icon.svg'), svg('not-of-an-agent'));
    expect(await readIcon(agentAt(folder.path), context, {})).toBeUndefined();
    writeFileSync(join(folder.path, 'rosalind.svg'), svg('beside'));
    expect(await readIcon(agentAt(folder.path), context, {})).toBe(svg('beside'));
    expect(await readIcon(agentAt(join(folder.path, 'registry.json')), context, {})).toBe(svg('beside'));
    writeFileSync(join(folder.path, 'rosalind', 'icon.svg'), svg('inside'));
    expect(await readIcon(agentAt(folder.path), context, {})).toBe(svg('inside'));
    writeFileSync(join(folder.path, 'rosalind', 'r.svg'), svg('named'));
    expect(await readIcon(agentAt(folder.path, './r.svg'), context, {})).toBe(svg('named'));
    writeFileSync(join(folder.path, 'rosalind', 'agent.json'), '{}');
    expect(await readIcon(agentAt(join(folder.path, 'rosalind')), context, {})).toBe(svg('inside'));
    expect(await readIcon(agentAt(join(folder.path, 'rosalind', 'agent.json')), context, {})).toBe(svg('inside'));
  });

  test('is never above its folder, nor at an address', async () => {
    using folder = temporaryFolder();
    await using server = await loopbackServer((_request, response) => response.end(svg('tracked')));
    writeFileSync(join(folder.path, 'secret.svg'), svg('secret'));
    mkdirSync(join(folder.path, 'registry', 'rosalind'), { recursive: true });
    const at = join(folder.path, 'registry');
    expect(await readIcon(agentAt(at, '../../secret.svg'), contextIn(folder.path), {})).toBeUndefined();
    expect(await readIcon(agentAt(at, join(folder.path, 'secret.svg')), contextIn(folder.path), {})).toBeUndefined();
    expect(await readIcon(agentAt(at, `${server.origin}/a.svg`), contextIn(folder.path), {})).toBeUndefined();
    expect(server.requests).toHaveLength(0);
  });
});
